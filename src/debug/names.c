/* Names of registers and of bytes in local memory. */
#include "debug/names.h"

#include <stdio.h>
#include <string.h>

#include "debug/dwarf.h"

enum { TYPES_DEEP = 24 };
enum { OP_ADDR = 0x03, OP_PLUS_UCONST = 0x23, OP_REGX = 0x90 };

/* What is asked, of one function. */
typedef struct Search {
    Dwarf dwarf;
    const PtxFunction *function;
    uint32_t inst;
    Map labels; /* the function's: index of the instruction + 1 */
} Search;

/* What an expression says: a register by its name, or a variable and a byte in it. */
typedef struct Location {
    View symbol; /* of a variable; empty: it is a register */
    char reg[9]; /* without the % */
    uint64_t offset;
} Location;

static bool search_start(Search *search, const PtxModule *module, const PtxFunction *function,
                         uint32_t inst)
{
    *search = (Search){.function = function, .inst = inst};
    if (!module || !function || !module->section_count)
        return false;
    dwarf_read(&search->dwarf, module);
    for (uint32_t i = 0; i < function->label_count; i++)
        map_put(&search->labels, function->labels[i].name,
                (void *)((uintptr_t)function->labels[i].inst + 1));
    return search->dwarf.entries.size != 0;
}

static void search_end(Search *search)
{
    dwarf_free(&search->dwarf);
    map_free(&search->labels);
}

/* -- where */

/* A label's instruction; false: it is none of this function's. */
static bool label_inst(const Search *search, const DebugRef *ref, uint32_t *inst)
{
    size_t found = ref ? (size_t)(uintptr_t)map_get(&search->labels, ref->name) : 0;
    *inst = (uint32_t)(found - 1);
    return found != 0;
}

static bool is_between(const Search *search, const DebugRef *low, const DebugRef *high)
{
    uint32_t from, to;
    return label_inst(search, low, &from) && label_inst(search, high, &to) &&
           from <= search->inst && search->inst < to;
}

static const DwarfEntry *parent_of(const Dwarf *dwarf, const DwarfEntry *entry)
{
    return entry->parent == DWARF_NONE ? NULL : &dwarf->entries.data[entry->parent];
}

/* Whether the entry belongs to the function; `here`: its scope holds the instruction. */
static bool is_in_function(const Search *search, const DwarfEntry *entry, bool *here)
{
    uint32_t ignored;
    *here = true;
    for (const DwarfEntry *at = parent_of(&search->dwarf, entry); at;
         at = parent_of(&search->dwarf, at)) {
        bool scope = at->tag == DWARF_LEXICAL_BLOCK || at->tag == DWARF_INLINED;
        if (scope && at->low)
            *here &= is_between(search, at->low, at->high);
        if (at->tag == DWARF_SUBPROGRAM)
            return label_inst(search, at->low, &ignored);
    }
    return false;
}

/* A register's name stands in its number, the last letter lowest. */
static bool register_name(uint64_t number, Location *out)
{
    char text[9] = "";
    size_t size = 0;
    for (uint32_t shift = 64; shift; shift -= 8) {
        char letter = (char)(number >> (shift - 8));
        if (letter)
            text[size++] = letter;
    }
    if (!size)
        return false;
    snprintf(out->reg, sizeof out->reg, "%s", text);
    return true;
}

/* Only the three operations that compilers for PTX write. */
static bool location_read(const DebugSection *section, size_t at, size_t size, Location *out)
{
    DwarfCursor cursor = {section, at, at + size, at + size > section->bytes.size};
    *out = (Location){0};
    uint64_t op = dwarf_number(&cursor, 1);
    if (op == OP_REGX)
        return register_name(dwarf_uleb(&cursor), out) && !cursor.bad && cursor.at == cursor.end;
    const DebugRef *ref = debug_section_ref(section, cursor.at);
    if (op != OP_ADDR || !ref)
        return false;
    out->symbol = ref->name;
    out->offset = ref->addend;
    dwarf_number(&cursor, 8);
    while (!cursor.bad && cursor.at < cursor.end) {
        if (dwarf_number(&cursor, 1) != OP_PLUS_UCONST)
            return false;
        out->offset += dwarf_uleb(&cursor);
    }
    return !cursor.bad;
}

/* Asked of each place in turn; true ends it. `here`: it holds at the instruction. */
typedef bool LocationFn(const Search *search, const Location *location, bool here, void *context);

static bool each_in_list(const Search *search, size_t at, LocationFn *fn, void *context)
{
    const DebugSection *lists = &search->dwarf.lists;
    DwarfCursor cursor = {lists, at, lists->bytes.size, at > lists->bytes.size};
    while (!cursor.bad) {
        const DebugRef *low = debug_section_ref(lists, cursor.at);
        const DebugRef *high = debug_section_ref(lists, cursor.at + 8);
        Location location;
        dwarf_number(&cursor, 8);
        dwarf_number(&cursor, 8);
        if (!low || !high)
            return false; /* the end, or a form that isn't known */
        size_t size = (size_t)dwarf_number(&cursor, 2);
        if (!cursor.bad && location_read(lists, cursor.at, size, &location) &&
            fn(search, &location, is_between(search, low, high), context))
            return true;
        cursor.at += size;
        cursor.bad |= cursor.at > cursor.end;
    }
    return false;
}

static bool each_location(const Search *search, const DwarfEntry *entry, LocationFn *fn,
                          void *context)
{
    Location location;
    if (entry->place.at == DWARF_NONE)
        return false;
    if (entry->place.size == DWARF_NONE)
        return each_in_list(search, entry->place.at, fn, context);
    return location_read(&search->dwarf.info, entry->place.at, entry->place.size, &location) &&
           fn(search, &location, true, context);
}

/* -- types */

static const DwarfEntry *type_of(const Dwarf *dwarf, const DwarfEntry *entry)
{
    for (uint32_t deep = 0; entry && deep < TYPES_DEEP; deep++) {
        const DwarfEntry *type = entry->type == DWARF_NONE ? NULL : dwarf_entry(dwarf, entry->type);
        if (!type ||
            (type->tag != DWARF_TYPEDEF && type->tag != DWARF_CONST && type->tag != DWARF_VOLATILE))
            return type;
        entry = type;
    }
    return NULL;
}

/* Children follow their parent; the next one of the same parent, from `at` on. */
static const DwarfEntry *child_from(const Dwarf *dwarf, const DwarfEntry *parent, size_t *at)
{
    size_t index = (size_t)(parent - dwarf->entries.data);
    for (size_t i = *at ? *at : index + 1; i < dwarf->entries.size; i++) {
        size_t above = dwarf->entries.data[i].parent;
        *at = i + 1;
        if (above == index)
            return &dwarf->entries.data[i];
        if (above == DWARF_NONE || above < index)
            break;
    }
    return NULL;
}

static uint64_t size_of(const Dwarf *dwarf, const DwarfEntry *type, uint32_t deep)
{
    if (!type || deep > TYPES_DEEP)
        return 0;
    if (type->tag == DWARF_POINTER || type->tag == DWARF_REFERENCE)
        return type->bytes ? type->bytes : 8;
    if (type->tag != DWARF_ARRAY || type->bytes)
        return type->bytes;
    uint64_t size = size_of(dwarf, type_of(dwarf, type), deep + 1);
    size_t at = 0;
    for (const DwarfEntry *child = child_from(dwarf, type, &at); child && size;
         child = child_from(dwarf, type, &at))
        if (child->tag == DWARF_SUBRANGE && __builtin_mul_overflow(size, child->count, &size))
            return 0;
    return size;
}

/* Both grow the name at its end, as far as there is room. */
static void append_index(char *text, uint64_t index)
{
    size_t size = strlen(text);
    snprintf(text + size, DEBUG_NAME - size, "[%llu]", (unsigned long long)index);
}

static void append_member(char *text, View name)
{
    size_t size = strlen(text);
    snprintf(text + size, DEBUG_NAME - size, ".%.*s", VIEW_ARG(name));
}

typedef struct Part {
    const DwarfEntry *type;
    uint64_t offset; /* of the byte in it */
} Part;

/* From an array to the element that holds the byte. */
static bool into_array(const Dwarf *dwarf, Part *part, char *text)
{
    const DwarfEntry *array = part->type, *element = type_of(dwarf, array);
    uint64_t size = size_of(dwarf, element, 0), whole = size_of(dwarf, array, 0);
    size_t at = 0;
    if (!size || !whole)
        return false;
    for (const DwarfEntry *child = child_from(dwarf, array, &at); child;
         child = child_from(dwarf, array, &at)) {
        if (child->tag != DWARF_SUBRANGE || !child->count)
            continue;
        whole /= child->count;
        append_index(text, whole ? part->offset / whole : 0);
        part->offset = whole ? part->offset % whole : 0;
    }
    part->type = element;
    return true;
}

static bool into_struct(const Dwarf *dwarf, Part *part, char *text)
{
    size_t at = 0;
    for (const DwarfEntry *child = child_from(dwarf, part->type, &at); child;
         child = child_from(dwarf, part->type, &at)) {
        const DwarfEntry *type = type_of(dwarf, child);
        bool base = child->tag == DWARF_INHERITANCE;
        if ((child->tag != DWARF_MEMBER && !base) || part->offset < child->member_at ||
            part->offset - child->member_at >= size_of(dwarf, type, 0))
            continue;
        if (!base && child->name.size)
            append_member(text, child->name);
        *part = (Part){type, part->offset - child->member_at};
        return true;
    }
    return false;
}

static void describe_part(const Dwarf *dwarf, Part part, char *text)
{
    for (uint32_t deep = 0; part.type && deep < TYPES_DEEP; deep++) {
        uint32_t tag = part.type->tag;
        bool inside = tag == DWARF_ARRAY ? into_array(dwarf, &part, text)
                      : tag == DWARF_STRUCTURE || tag == DWARF_CLASS || tag == DWARF_UNION
                          ? into_struct(dwarf, &part, text)
                          : false;
        if (!inside)
            return;
    }
}

/* -- asking */

/* The entry that says name and type: that of the function which was inlined, as a rule. */
static const DwarfEntry *origin_of(const Dwarf *dwarf, const DwarfEntry *entry)
{
    for (uint32_t deep = 0; entry && entry->origin != DWARF_NONE && deep < TYPES_DEEP; deep++)
        entry = dwarf_entry(dwarf, entry->origin);
    return entry;
}

static bool name_entry(const Dwarf *dwarf, const DwarfEntry *entry, uint64_t offset, bool parts,
                       DebugName *name)
{
    const DwarfEntry *origin = origin_of(dwarf, entry);
    if (!origin || !origin->name.size)
        return false;
    const DwarfEntry *type = type_of(dwarf, origin);
    *name = (DebugName){.bytes = size_of(dwarf, type, 0)};
    snprintf(name->variable, sizeof name->variable, "%.*s", VIEW_ARG(origin->name));
    memcpy(name->text, name->variable, sizeof name->text);
    if (parts)
        describe_part(dwarf, (Part){type, offset}, name->text);
    return true;
}

typedef struct Wanted {
    View reg; /* without the %; empty: local memory */
    const PtxSymbol *symbol;
    uint64_t offset; /* in the symbol */
    uint64_t from;   /* found: where the variable begins there */
    bool here;       /* found: it holds at the instruction */
} Wanted;

static bool is_wanted(const Search *search, const Location *location, bool here, void *context)
{
    Wanted *wanted = context;
    (void)search;
    bool same = wanted->reg.size
                    ? !location->symbol.size &&
                          view_equal_text(wanted->reg, location->reg + (location->reg[0] == '%'))
                    : view_equal(location->symbol, wanted->symbol->name) &&
                          location->offset <= wanted->offset;
    if (!same)
        return false;
    wanted->from = location->offset;
    wanted->here = here;
    return here;
}

/* The innermost scope's variable wins, then one that was in the register elsewhere. */
static bool search_names(const Search *search, Wanted *wanted, DebugName *name)
{
    bool found = false;
    for (size_t i = 0; i < search->dwarf.entries.size; i++) {
        const DwarfEntry *entry = &search->dwarf.entries.data[i];
        bool here, variable = entry->tag == DWARF_VARIABLE || entry->tag == DWARF_PARAMETER;
        if (!variable || !is_in_function(search, entry, &here))
            continue;
        wanted->from = UINT64_MAX;
        wanted->here = false;
        each_location(search, entry, is_wanted, wanted);
        bool best = here && wanted->here;
        DebugName one;
        if (wanted->from == UINT64_MAX || (found && !best) ||
            !name_entry(&search->dwarf, entry, wanted->offset - wanted->from, !wanted->reg.size,
                        &one))
            continue;
        if (!wanted->reg.size && (!best || wanted->offset - wanted->from >= one.bytes))
            continue;
        *name = one;
        found = true;
    }
    return found;
}

bool debug_name_register(DebugName *name, const PtxModule *module, const PtxFunction *function,
                         uint32_t inst, uint32_t reg)
{
    Search search;
    bool found = false;
    if (search_start(&search, module, function, inst) && reg < function->reg_count) {
        View text = function->regs[reg].name;
        size_t sign = text.size && text.data[0] == '%';
        Wanted wanted = {.reg = view_slice(text, sign, text.size)};
        found = wanted.reg.size && search_names(&search, &wanted, name);
    }
    search_end(&search);
    return found;
}

bool debug_name_local(DebugName *name, const PtxModule *module, const PtxFunction *function,
                      uint32_t inst, uint64_t offset)
{
    Search search;
    bool found = false, good = search_start(&search, module, function, inst);
    for (uint32_t i = 0; good && !found && i < function->local_count; i++) {
        const PtxSymbol *symbol = function->locals[i];
        if (symbol->space != PTX_SPACE_LOCAL || offset < symbol->offset ||
            offset - symbol->offset >= symbol->size)
            continue;
        Wanted wanted = {.symbol = symbol, .offset = offset - symbol->offset};
        found = search_names(&search, &wanted, name);
    }
    search_end(&search);
    return found;
}
