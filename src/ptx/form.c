/* Forms: lines of the forms column matched against the words of a mnemonic. */
#include "ptx/form.h"

#include <string.h>

#include "ptx/ir.h"
#include "ptx/lookup.h"

enum { ELEMENTS_MAX = 24 };

typedef struct ClassRow {
    const char *name, *words;
} ClassRow;

/* Classes of words that several instructions share. */
static const ClassRow classes[] = {
    {"RND", "rn|rz|rm|rp"},
    {"RNDI", "rni|rzi|rmi|rpi"},
    {"INT", "u16|u32|u64|s16|s32|s64"},
    {"WORD", "u32|u64|s32|s64"},
    {"BITS", "b16|b32|b64"},
    {"CMP", "eq|ne|lt|le|gt|ge"},
    {"CMPF", "CMP|equ|neu|ltu|leu|gtu|geu|num|nan"},
    {"BOOL", "and|or|xor"},
    {"HALF", "f16|f16x2|bf16|bf16x2"},
    {"MEM", "b8|b16|b32|b64|b128|u8|u16|u32|u64|s8|s16|s32|s64|f32|f64"},
    {"MEMORY", "const|global|local|param|param::entry|param::func|shared|shared::cta|"
               "shared::cluster"},
    {"SHARED", "shared|shared::cta|shared::cluster"},
    {"SCOPE", "cta|cluster|gpu|sys"},
    {"SEM", "relaxed|acquire|release|acq_rel"},
    {"VEC", "v2|v4|v8"},
    {"LEVEL", "L1::evict_normal|L1::evict_unchanged|L1::evict_first|L1::evict_last|"
              "L1::no_allocate"},
    {"LEVEL2", "L2::evict_normal|L2::evict_first|L2::evict_last|L2::evict_unchanged"},
    {"PREFETCH", "L2::64B|L2::128B|L2::256B"},
    {"VIDEO", "u32|s32"},
    {"LAYOUT", "row|col"},
    {"GEOMETRY", "1d|2d|3d|a1d|a2d|cube|acube"},
    {"SURFACE", "1d|2d|3d|a1d|a2d"},
    {"WMMA", "m16n16k16|m32n8k16|m8n32k16"},
    {"WG8", "m64n8k8|m64n16k8|m64n24k8|m64n32k8|m64n40k8|m64n48k8|m64n56k8|m64n64k8|m64n72k8|"
            "m64n80k8|m64n88k8|m64n96k8|m64n104k8|m64n112k8|m64n120k8|m64n128k8|m64n136k8|m64"
            "n144k8|m64n152k8|m64n160k8|m64n168k8|m64n176k8|m64n184k8|m64n192k8|m64n200k8|m64"
            "n208k8|m64n216k8|m64n224k8|m64n232k8|m64n240k8|m64n248k8|m64n256k8"},
    {"WG16", "m64n8k16|m64n16k16|m64n24k16|m64n32k16|m64n40k16|m64n48k16|m64n56k16|m64n64k16|m"
             "64n72k16|m64n80k16|m64n88k16|m64n96k16|m64n104k16|m64n112k16|m64n120k16|m64n128k"
             "16|m64n136k16|m64n144k16|m64n152k16|m64n160k16|m64n168k16|m64n176k16|m64n184k16|"
             "m64n192k16|m64n200k16|m64n208k16|m64n216k16|m64n224k16|m64n232k16|m64n240k16|m64"
             "n248k16|m64n256k16"},
    {"WG32", "m64n8k32|m64n16k32|m64n24k32|m64n32k32|m64n40k32|m64n48k32|m64n56k32|m64n64k32|m"
             "64n72k32|m64n80k32|m64n88k32|m64n96k32|m64n104k32|m64n112k32|m64n120k32|m64n128k"
             "32|m64n136k32|m64n144k32|m64n152k32|m64n160k32|m64n168k32|m64n176k32|m64n184k32|"
             "m64n192k32|m64n200k32|m64n208k32|m64n216k32|m64n224k32|m64n232k32|m64n240k32|m64"
             "n248k32|m64n256k32"},
    {"WG32I", "m64n8k32|m64n16k32|m64n24k32|m64n32k32|m64n48k32|m64n64k32|m64n80k32|m64"
              "n96k32|m64n112k32|m64n128k32|m64n144k32|m64n160k32|m64n176k32|m64n192k32"
              "|m64n208k32|m64n224k32|m64n240k32|m64n256k32"},
    {"WG256", "m64n8k256|m64n16k256|m64n24k256|m64n32k256|m64n48k256|m64n64k256|m64n80k"
              "256|m64n96k256|m64n112k256|m64n128k256|m64n144k256|m64n160k256|m64n176k2"
              "56|m64n192k256|m64n208k256|m64n224k256|m64n240k256|m64n256k256"},
};

bool form_class(uint32_t index, const char **name, const char **words)
{
    if (index >= sizeof classes / sizeof *classes)
        return false;
    *name = classes[index].name;
    *words = classes[index].words;
    return true;
}

/* A name in capitals only, such as RND; "L2" and "NaN" are words. */
static View class_words(View name)
{
    if (name.size < 3 || name.data[0] < 'A' || name.data[0] > 'Z')
        return (View){0};
    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++)
        if (view_equal_text(name, classes[i].name))
            return view_of(classes[i].words);
    return (View){0};
}

/* One element of a form's words: alternatives, and whether it may be missing. */
typedef struct Element {
    View alternatives; /* "a|b|c" */
    bool optional;
    bool type; /* the alternatives are types */
    bool used;
} Element;

static bool has_alternative(View alternatives, View word)
{
    for (View one; view_split(&alternatives, '|', &one);) {
        View class = class_words(one);
        if (view_equal(one, word) || (class.size && has_alternative(class, word)))
            return true;
    }
    return false;
}

/* Takes ".w", ".[a|b]", "{.w}" or "{.[a|b]}" off the front. */
static bool take_element(View *rest, Element *out)
{
    View at = *rest;
    *out = (Element){.optional = view_starts(at, "{")};
    if (out->optional)
        at = view_slice(at, 1, at.size);
    if (!view_starts(at, "."))
        return false;
    at = view_slice(at, 1, at.size);
    bool list = view_starts(at, "[");
    size_t size = 0;
    while (size < at.size && (list ? at.data[size] != ']' : !strchr(".{} ", at.data[size])))
        size++;
    out->alternatives = view_slice(at, list, size);
    at = view_slice(at, size + list, at.size);
    if (out->optional) {
        if (!view_starts(at, "}"))
            return false;
        at = view_slice(at, 1, at.size);
    }
    *rest = at;
    return out->alternatives.size > 0;
}

static bool is_type(View alternatives)
{
    View first;
    view_split(&alternatives, '|', &first);
    View class = class_words(first);
    return class.size ? is_type(class) : lookup_word(first).kind == WORD_TYPE;
}

/* Splits a line's words into elements. */
static uint32_t read_elements(PtxOp op, View line, Element elements[ELEMENTS_MAX], View *operands)
{
    uint32_t count = 0;
    View rest = view_slice(line, strlen(ptx_op_text(op)), line.size);
    for (; count < ELEMENTS_MAX && take_element(&rest, &elements[count]); count++)
        elements[count].type = is_type(elements[count].alternatives);
    *operands = rest;
    return count;
}

/* The element that takes this word. Types must come in their order; the other words tell themselves
 * apart, and are written in more than one order (atom.add.release.gpu, atom.release.gpu.add). */
static Element *find_element(Element *elements, uint32_t count, View word)
{
    bool type = lookup_word(word).kind == WORD_TYPE;
    for (uint32_t i = 0; i < count; i++) {
        Element *element = &elements[i];
        if (element->used)
            continue;
        if (has_alternative(element->alternatives, word))
            return element;
        if (type && element->type && !element->optional)
            return NULL;
    }
    return NULL;
}

/* How many words fit from the first on; all of them and nothing missing: *whole. */
static uint32_t match_words(Element *elements, uint32_t element_count, const View *words,
                            uint32_t count, bool *whole)
{
    uint32_t word = 0;
    for (; word < count; word++) {
        Element *element = find_element(elements, element_count, words[word]);
        if (!element)
            break;
        element->used = true;
    }
    *whole = word == count;
    for (uint32_t i = 0; i < element_count; i++)
        *whole &= elements[i].optional || elements[i].used;
    return word;
}

static void set_kind(FormOperand *out, View kind)
{
    static const char suffixes[] = "+vp";
    while (kind.size > 1 && strchr(suffixes, kind.data[kind.size - 1])) {
        out->wider |= kind.data[kind.size - 1] == '+';
        out->vector |= kind.data[kind.size - 1] == 'v';
        out->packed |= kind.data[kind.size - 1] == 'p';
        kind.size--;
    }
    out->twice = kind.size == 2 && kind.data[0] == 'w';
    if (out->twice)
        kind = view_slice(kind, 1, 2);
    Word word = lookup_word(kind);
    if (kind.size == 1 && kind.data[0] >= '1' && kind.data[0] <= '0' + PTX_TYPES_MAX) {
        out->kind = FORM_TYPE_OF;
        out->index = (uint8_t)(kind.data[0] - '1');
    } else if (word.kind == WORD_TYPE) {
        out->kind = FORM_TYPE;
        out->type = (PtxType)word.value;
    } else {
        out->kind = view_equal_text(kind, "label")    ? FORM_LABEL
                    : view_equal_text(kind, "table")  ? FORM_TABLE
                    : view_equal_text(kind, "imm")    ? FORM_IMM
                    : view_equal_text(kind, "frag")   ? FORM_FRAGMENT
                    : view_equal_text(kind, "halves") ? FORM_FRAGMENT
                                                      : FORM_BAD;
        out->type = view_equal_text(kind, "halves") ? PTX_B16 : PTX_TYPE_NONE;
    }
}

/* Takes one operand and what separates it from the one before. */
static bool take_operand(View *rest, FormOperand *out)
{
    View at = *rest;
    *out = (FormOperand){0};
    while (at.size && strchr(" ,{|", at.data[0])) {
        out->optional |= at.data[0] == '{';
        out->second |= at.data[0] == '|';
        at = view_slice(at, 1, at.size);
    }
    size_t size = 0;
    while (size < at.size && !strchr(" ,{}|", at.data[size]))
        size++;
    View text = view_slice(at, 0, size);
    at = view_slice(at, size, at.size);
    if (view_starts(at, "}"))
        at = view_slice(at, 1, at.size);
    *rest = at;
    if (text.size == 0)
        return false;
    if (view_starts(text, "[")) {
        out->name = text;
        out->kind = view_ends(text, ":coords]") ? FORM_TEXEL : FORM_ADDRESS;
        return true;
    }
    View kind = text;
    view_split(&kind, ':', &out->name);
    out->written = strchr("dpq", out->name.data[0]) != NULL;
    set_kind(out, kind);
    return true;
}

static void read_operands(View rest, Form *out)
{
    while (out->operand_count < FORM_OPERANDS_MAX &&
           take_operand(&rest, &out->operands[out->operand_count]))
        out->operand_count++;
}

uint32_t form_match(PtxOp op, const View *words, uint32_t count, Arena *arena, Form **forms,
                    uint32_t *furthest)
{
    View rest = view_of(ptx_op_forms(op));
    Form found[FORM_LINES_MAX];
    uint32_t found_count = 0;
    *furthest = 0;
    for (View line; found_count < FORM_LINES_MAX && view_split(&rest, '\n', &line);) {
        Element elements[ELEMENTS_MAX];
        View operands;
        bool whole;
        uint32_t element_count = read_elements(op, line, elements, &operands);
        uint32_t fitted = match_words(elements, element_count, words, count, &whole);
        if (fitted > *furthest)
            *furthest = fitted;
        if (!whole)
            continue;
        found[found_count] = (Form){.text = line};
        read_operands(operands, &found[found_count++]);
    }
    if (found_count) {
        *forms = arena_alloc_array(arena, found_count, sizeof **forms);
        memcpy(*forms, found, found_count * sizeof **forms);
    }
    return found_count;
}

void form_describe(PtxOp op, StrBuf *out)
{
    View rest = view_of(ptx_op_forms(op)), spelling;
    for (View line; view_split(&rest, '\n', &line);) {
        if (out->size)
            strbuf_add_text(out, ", ");
        view_split(&line, ' ', &spelling);
        strbuf_add(out, spelling);
    }
}

bool form_check(PtxOp op, View line, StrBuf *why)
{
    Element elements[ELEMENTS_MAX];
    Form form = {0};
    View operands;
    if (!view_starts(line, ptx_op_text(op)))
        strbuf_add_text(why, "doesn't start with its opcode");
    uint32_t count = read_elements(op, line, elements, &operands);
    if (operands.size && operands.data[0] != ' ')
        strbuf_format(why, "can't read the words from '%.*s'", VIEW_ARG(operands));
    for (uint32_t i = 0; i < count; i++) {
        View rest = elements[i].alternatives;
        for (View word; view_split(&rest, '|', &word);)
            if (!class_words(word).size && lookup_word(word).kind == WORD_NONE)
                strbuf_format(why, "unknown word '%.*s' ", VIEW_ARG(word));
    }
    read_operands(operands, &form);
    for (uint32_t i = 0; i < form.operand_count; i++)
        if (form.operands[i].kind == FORM_BAD)
            strbuf_format(why, "operand %u can't be read ", i + 1);
    return why->size == 0;
}
