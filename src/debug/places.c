/* Where debug information says that the variables of a function are. */
#include "debug/places.h"

#include <stdio.h>

enum { ORIGINS_DEEP = 24 };
enum { OP_ADDR = 0x03, OP_PLUS_UCONST = 0x23, OP_REGX = 0x90 };

void debug_scope_open(DebugScope *scope, const Dwarf *dwarf, const PtxFunction *function,
                      uint32_t inst)
{
    *scope = (DebugScope){.dwarf = dwarf, .function = function, .inst = inst};
    for (uint32_t i = 0; i < function->label_count; i++)
        map_put(&scope->labels, function->labels[i].name,
                (void *)((uintptr_t)function->labels[i].inst + 1));
}

void debug_scope_close(DebugScope *scope)
{
    map_free(&scope->labels);
}

/* A label's instruction; false: it is none of this function's. */
static bool label_inst(const DebugScope *scope, const DebugRef *ref, uint32_t *inst)
{
    size_t found = ref ? (size_t)(uintptr_t)map_get(&scope->labels, ref->name) : 0;
    *inst = (uint32_t)(found - 1);
    return found != 0;
}

static bool is_between(const DebugScope *scope, const DebugRef *low, const DebugRef *high)
{
    uint32_t from, to;
    return label_inst(scope, low, &from) && label_inst(scope, high, &to) && from <= scope->inst &&
           scope->inst < to;
}

static const DwarfEntry *parent_of(const Dwarf *dwarf, const DwarfEntry *entry)
{
    return entry->parent == DWARF_NONE ? NULL : &dwarf->entries.data[entry->parent];
}

bool debug_is_in_function(const DebugScope *scope, const DwarfEntry *entry, bool *here)
{
    uint32_t ignored;
    *here = true;
    for (const DwarfEntry *at = parent_of(scope->dwarf, entry); at;
         at = parent_of(scope->dwarf, at)) {
        bool bounded = at->tag == DWARF_LEXICAL_BLOCK || at->tag == DWARF_INLINED;
        if (bounded && at->low)
            *here &= is_between(scope, at->low, at->high);
        if (at->tag == DWARF_SUBPROGRAM)
            return label_inst(scope, at->low, &ignored);
    }
    return false;
}

/* A register's name stands in its number, the last letter lowest. */
static bool register_name(uint64_t number, DebugPlace *out)
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
static bool place_read(const DebugSection *section, size_t at, size_t size, DebugPlace *out)
{
    DwarfCursor cursor = {section, at, at + size, at + size > section->bytes.size};
    *out = (DebugPlace){0};
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

static bool each_in_list(const DebugScope *scope, size_t at, DebugPlaceFn *fn, void *context)
{
    const DebugSection *lists = &scope->dwarf->lists;
    DwarfCursor cursor = {lists, at, lists->bytes.size, at > lists->bytes.size};
    while (!cursor.bad) {
        const DebugRef *low = debug_section_ref(lists, cursor.at);
        const DebugRef *high = debug_section_ref(lists, cursor.at + 8);
        DebugPlace place;
        dwarf_number(&cursor, 8);
        dwarf_number(&cursor, 8);
        if (!low || !high)
            return false; /* the end, or a form that isn't known */
        size_t size = (size_t)dwarf_number(&cursor, 2);
        if (!cursor.bad && place_read(lists, cursor.at, size, &place) &&
            fn(scope, &place, is_between(scope, low, high), context))
            return true;
        cursor.at += size;
        cursor.bad |= cursor.at > cursor.end;
    }
    return false;
}

bool debug_each_place(const DebugScope *scope, const DwarfEntry *entry, DebugPlaceFn *fn,
                      void *context)
{
    DebugPlace place;
    if (entry->place.at == DWARF_NONE)
        return false;
    if (entry->place.size == DWARF_NONE)
        return each_in_list(scope, entry->place.at, fn, context);
    return place_read(&scope->dwarf->info, entry->place.at, entry->place.size, &place) &&
           fn(scope, &place, true, context);
}

const DwarfEntry *debug_origin_of(const Dwarf *dwarf, const DwarfEntry *entry)
{
    for (uint32_t deep = 0; entry && entry->origin != DWARF_NONE && deep < ORIGINS_DEEP; deep++)
        entry = dwarf_entry(dwarf, entry->origin);
    return entry;
}
