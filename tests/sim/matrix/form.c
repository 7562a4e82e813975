/* Reads a line of a table of matrix instructions, and makes the kernel that executes it. */
#include "matrix.h"

#include <stdio.h>
#include <string.h>

static View next_word(View *rest)
{
    View word = {0};
    while (word.size == 0 && view_split(rest, ' ', &word))
        ;
    return word;
}

static uint32_t number(View text)
{
    uint32_t value = 0;
    for (size_t i = 0; i < text.size && text.data[i] >= '0' && text.data[i] <= '9'; i++)
        value = value * 10 + (uint32_t)(text.data[i] - '0');
    return value;
}

static MatrixOperand operand(View word)
{
    MatrixOperand out = {0};
    view_split(&word, '*', &out.type);
    out.count = number(word);
    return out;
}

static bool is_integer(View type)
{
    return view_equal_text(type, "s32") || view_equal_text(type, "u8") ||
           view_equal_text(type, "s8");
}

bool form_read(View line, MatrixForm *out)
{
    *out = (MatrixForm){.line = line, .blocks = BLOCKS};
    out->kind = next_word(&line);
    if (view_equal_text(out->kind, "mma")) {
        out->mnemonic = next_word(&line);
        out->d = operand(next_word(&line));
        out->a = operand(next_word(&line));
        out->b = operand(next_word(&line));
        out->c = operand(next_word(&line));
    } else if (view_equal_text(out->kind, "wmma")) {
        out->shape = next_word(&line);
        out->layout[0] = next_word(&line);
        out->layout[1] = next_word(&line);
        out->mnemonic = next_word(&line);
        out->a.type = out->b.type = next_word(&line);
        out->c.type = next_word(&line);
        out->d.type = next_word(&line);
    } else if (view_equal_text(out->kind, "load")) {
        out->mnemonic = next_word(&line);
        out->d = operand(next_word(&line));
        out->stride = number(next_word(&line));
    } else {
        return false;
    }
    if (view_equal_text(out->kind, "load") || is_integer(out->d.type))
        out->blocks = 1;
    return out->d.type.size > 0;
}

/* -- the kernel */

static bool is_wide(View type)
{
    return view_equal_text(type, "f64");
}

/* Registers of a type are declared as the instructions want them. */
static const char *declared(View type)
{
    return is_wide(type) ? "f64" : view_equal_text(type, "f32") ? "f32" : "b32";
}

static void add_registers(StrBuf *out, const char *name, const MatrixOperand *operand)
{
    strbuf_format(out, "    .reg .%s %s<%u>;\n", declared(operand->type), name, operand->count);
}

static void add_vector(StrBuf *out, const char *name, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        strbuf_format(out, "%s%s%u", i ? ", " : "{", name, i);
    strbuf_add_text(out, "}");
}

/* Lane by lane, register after register: word (register * 32 + lane). */
static void move_registers(StrBuf *out, const char *name, const MatrixOperand *operand,
                           const char *base, uint32_t at, bool load)
{
    uint32_t bytes = is_wide(operand->type) ? 8 : 4;
    const char *type = is_wide(operand->type) ? "f64" : declared(operand->type);
    for (uint32_t i = 0; i < operand->count; i++) {
        uint32_t offset = at + i * 32 * bytes;
        const char *lane = bytes == 8 ? "8" : "4";
        if (load)
            strbuf_format(out, "    ld.global.%s %s%u, [%s%s+%u];\n", type, name, i, base, lane,
                          offset);
        else
            strbuf_format(out, "    st.global.%s [%s%s+%u], %s%u;\n", type, base, lane, offset,
                          name, i);
    }
}

/* fp8 and the larger shapes of f64 need sm_90; of fp8 some forms came with PTX 8.7. */
static const char *heading(const MatrixForm *form)
{
    bool large = form->a.count > 1 && is_wide(form->a.type);
    if (view_starts(form->a.type, "e") || view_starts(form->b.type, "e"))
        return ".version 8.7\n.target sm_90\n";
    return large ? ".version 8.4\n.target sm_90\n" : ".version 8.0\n.target sm_80\n";
}

static void add_start(StrBuf *out, const MatrixForm *form)
{
    strbuf_add_text(out, heading(form));
    strbuf_add_text(out, ".address_size 64\n"
                         ".visible .entry form(.param .u64 form_in, .param .u64 form_out)\n{\n"
                         "    .reg .b32 %lane, %block;\n"
                         "    .reg .b64 %in, %in4, %in8, %out, %out4, %out8, %at;\n"
                         "    mov.u32 %lane, %tid.x;\n"
                         "    mov.u32 %block, %ctaid.x;\n"
                         "    ld.param.u64 %in, [form_in];\n"
                         "    ld.param.u64 %out, [form_out];\n"
                         "    cvta.to.global.u64 %in, %in;\n"
                         "    cvta.to.global.u64 %out, %out;\n");
    strbuf_format(out, "    mad.wide.u32 %%in, %%block, %d, %%in;\n", IN_BYTES);
    strbuf_format(out, "    mad.wide.u32 %%out, %%block, %d, %%out;\n", OUT_WORDS * 4);
    for (int bytes = 4; bytes <= 8; bytes += 4) {
        strbuf_format(out, "    mad.wide.u32 %%in%d, %%lane, %d, %%in;\n", bytes, bytes);
        strbuf_format(out, "    mad.wide.u32 %%out%d, %%lane, %d, %%out;\n", bytes, bytes);
    }
}

static void add_operands(StrBuf *out, const MatrixForm *form)
{
    add_registers(out, "%d", &form->d);
    add_registers(out, "%a", &form->a);
    add_registers(out, "%b", &form->b);
    add_registers(out, "%c", &form->c);
}

static void add_product(StrBuf *out, const MatrixForm *form, const char *mnemonic)
{
    strbuf_format(out, "    %s ", mnemonic);
    add_vector(out, "%d", form->d.count);
    strbuf_add_text(out, ", ");
    add_vector(out, "%a", form->a.count);
    strbuf_add_text(out, ", ");
    add_vector(out, "%b", form->b.count);
    strbuf_add_text(out, ", ");
    add_vector(out, "%c", form->c.count);
    strbuf_add_text(out, ";\n");
}

static void add_mma(StrBuf *out, const MatrixForm *form)
{
    char mnemonic[128];
    snprintf(mnemonic, sizeof mnemonic, "%.*s", VIEW_ARG(form->mnemonic));
    add_operands(out, form);
    move_registers(out, "%a", &form->a, "%in", A_AT, true);
    move_registers(out, "%b", &form->b, "%in", B_AT, true);
    move_registers(out, "%c", &form->c, "%in", C_AT, true);
    add_product(out, form, mnemonic);
    move_registers(out, "%d", &form->d, "%out", 0, false);
}

static void shape_of(View shape, uint32_t *m, uint32_t *n, uint32_t *k)
{
    View rest = view_slice(shape, 1, shape.size), part;
    view_split(&rest, 'n', &part);
    *m = number(part);
    view_split(&rest, 'k', &part);
    *n = number(part);
    *k = number(rest);
}

/* Registers that hold a matrix of `size` elements. */
static uint32_t fragment_count(View type, uint32_t size, bool accumulator)
{
    if (view_equal_text(type, "f16"))
        return accumulator ? size / 64 : 8;
    if (view_equal_text(type, "bf16"))
        return size / 64;
    return view_equal_text(type, "u8") || view_equal_text(type, "s8") ? size / 128 : size / 32;
}

static void add_load(StrBuf *out, const MatrixForm *form, const char *which, View layout, View type,
                     uint32_t count, uint32_t at, uint32_t stride)
{
    char name[4] = {'%', which[0], 0};
    strbuf_format(out, "    add.u64 %%at, %%in, %u;\n", at);
    strbuf_format(out, "    wmma.load.%s.sync.aligned.%.*s.%.*s.global.%.*s ", which,
                  VIEW_ARG(layout), VIEW_ARG(form->shape), VIEW_ARG(type));
    add_vector(out, name, count);
    strbuf_format(out, ", [%%at], %u;\n", stride);
}

static void add_wmma(StrBuf *out, const MatrixForm *form)
{
    MatrixForm whole = *form;
    uint32_t m, n, k;
    shape_of(form->shape, &m, &n, &k);
    whole.a.count = fragment_count(form->a.type, m * k, false);
    whole.b.count = fragment_count(form->b.type, k * n, false);
    whole.c.count = fragment_count(form->c.type, m * n, true);
    whole.d.count = fragment_count(form->d.type, m * n, true);
    add_operands(out, &whole);
    bool a_row = view_equal_text(form->layout[0], "row");
    bool b_row = view_equal_text(form->layout[1], "row");
    add_load(out, form, "a", form->layout[0], form->a.type, whole.a.count, A_AT, a_row ? k : m);
    add_load(out, form, "b", form->layout[1], form->b.type, whole.b.count, B_AT, b_row ? n : k);
    add_load(out, form, "c", VIEW("row"), form->c.type, whole.c.count, C_AT, n);
    char mnemonic[128];
    snprintf(mnemonic, sizeof mnemonic, "wmma.mma.sync.aligned.%.*s.%.*s.%.*s%.*s",
             VIEW_ARG(form->layout[0]), VIEW_ARG(form->layout[1]), VIEW_ARG(form->shape),
             VIEW_ARG(form->mnemonic));
    add_product(out, &whole, mnemonic);
    strbuf_format(out, "    wmma.store.d.sync.aligned.row.%.*s.global.%.*s [%%out], ",
                  VIEW_ARG(form->shape), VIEW_ARG(form->d.type));
    add_vector(out, "%d", whole.d.count);
    strbuf_format(out, ", %u;\n", n);
}

void form_kernel(const MatrixForm *form, StrBuf *out)
{
    add_start(out, form);
    if (view_equal_text(form->kind, "mma")) {
        add_mma(out, form);
    } else if (view_equal_text(form->kind, "wmma")) {
        add_wmma(out, form);
    } else {
        add_registers(out, "%d", &form->d);
        strbuf_format(out, "    %.*s ", VIEW_ARG(form->mnemonic));
        add_vector(out, "%d", form->d.count);
        strbuf_format(out, ", [%%in], %u;\n", form->stride);
        move_registers(out, "%d", &form->d, "%out", 0, false);
    }
    strbuf_add_text(out, "    ret;\n}\n");
}
