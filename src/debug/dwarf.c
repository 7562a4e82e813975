/* The entries of .debug_info. */
#include "debug/dwarf.h"

#include <string.h>

enum { ENTRIES_MAX = 1 << 20, DEPTH_MAX = 256, UNITS_MAX = 64 }; /* compilers write one unit */

/* Attributes (DWARF 7.5.4) and forms (7.5.6) by their standard numbers. */
enum {
    AT_LOCATION = 0x02,
    AT_NAME = 0x03,
    AT_BYTE_SIZE = 0x0b,
    AT_LOW_PC = 0x11,
    AT_HIGH_PC = 0x12,
    AT_UPPER_BOUND = 0x2f,
    AT_ABSTRACT_ORIGIN = 0x31,
    AT_COUNT = 0x37,
    AT_MEMBER_LOCATION = 0x38,
    AT_SPECIFICATION = 0x47,
    AT_TYPE = 0x49,
    AT_LINKAGE_NAME = 0x6e,
    AT_MIPS_LINKAGE_NAME = 0x2007, /* the same before DWARF 4 */
};
enum {
    FORM_ADDR = 0x01,
    FORM_BLOCK2 = 0x03,
    FORM_BLOCK4 = 0x04,
    FORM_DATA2 = 0x05,
    FORM_DATA4 = 0x06,
    FORM_DATA8 = 0x07,
    FORM_STRING = 0x08,
    FORM_BLOCK = 0x09,
    FORM_BLOCK1 = 0x0a,
    FORM_DATA1 = 0x0b,
    FORM_FLAG = 0x0c,
    FORM_SDATA = 0x0d,
    FORM_STRP = 0x0e,
    FORM_UDATA = 0x0f,
    FORM_REF_ADDR = 0x10,
    FORM_REF1 = 0x11,
    FORM_REF2 = 0x12,
    FORM_REF4 = 0x13,
    FORM_REF8 = 0x14,
    FORM_REF_UDATA = 0x15,
    FORM_INDIRECT = 0x16,
    FORM_SEC_OFFSET = 0x17,
    FORM_EXPRLOC = 0x18,
    FORM_FLAG_PRESENT = 0x19,
    FORM_REF_SIG8 = 0x20,
};
enum { OP_PLUS_UCONST = 0x23 };

/* -- numbers */

uint64_t dwarf_number(DwarfCursor *cursor, uint32_t bytes)
{
    uint64_t value = 0;
    if (cursor->bad || cursor->end - cursor->at < bytes) {
        cursor->bad = true;
        return 0;
    }
    for (uint32_t i = 0; i < bytes; i++)
        value |= (uint64_t)cursor->section->bytes.data[cursor->at + i] << 8 * i;
    cursor->at += bytes;
    return value;
}

uint64_t dwarf_uleb(DwarfCursor *cursor)
{
    uint64_t value = 0;
    for (uint32_t shift = 0; !cursor->bad; shift += 7) {
        uint64_t byte = dwarf_number(cursor, 1);
        if (shift < 64)
            value |= (byte & 0x7f) << shift;
        if (!(byte & 0x80))
            break;
    }
    return value;
}

static View text_at(const DebugSection *section, size_t at)
{
    if (at >= section->bytes.size)
        return (View){0};
    const char *text = (const char *)section->bytes.data + at;
    return (View){text, strnlen(text, section->bytes.size - at)};
}

/* The place in another section that four bytes stand for: a plain number, or a name. */
static size_t place_in(const DebugSection *to, const DebugRef *ref, uint64_t number)
{
    size_t at = 0;
    if (ref && debug_section_label(to, ref->name, &at))
        return at + (size_t)ref->addend;
    return (size_t)(ref ? ref->addend : number);
}

/* -- attributes */

typedef enum ValueKind {
    VALUE_NUMBER,
    VALUE_TEXT,
    VALUE_ENTRY,
    VALUE_BLOCK,
    VALUE_ADDRESS
} ValueKind;

typedef struct Value {
    ValueKind kind;
    uint64_t number;     /* also: offset of an entry */
    const DebugRef *ref; /* NULL: it is a plain number */
    View text;
    size_t at, size; /* of a block */
} Value;

typedef struct Unit {
    Dwarf *dwarf;
    DwarfCursor cursor; /* in .debug_info, up to the unit's end */
    size_t start;       /* its first byte: what entries' references count from */
    uint32_t address_bytes;
    VEC(size_t) abbreviations; /* where each code's tag stands, by code; 0: unknown */
} Unit;

static Value block(Unit *unit, uint64_t size)
{
    Value value = {.kind = VALUE_BLOCK, .at = unit->cursor.at, .size = (size_t)size};
    if (size > unit->cursor.end - unit->cursor.at) {
        unit->cursor.bad = true;
        return value;
    }
    unit->cursor.at += (size_t)size;
    return value;
}

static Value number(Unit *unit, uint32_t bytes)
{
    const DebugRef *ref = debug_section_ref(unit->cursor.section, unit->cursor.at);
    return (Value){.kind = VALUE_NUMBER, .ref = ref, .number = dwarf_number(&unit->cursor, bytes)};
}

static Value entry_ref(Unit *unit, uint64_t offset)
{
    return (Value){.kind = VALUE_ENTRY, .number = unit->start + offset};
}

static Value text_here(Unit *unit)
{
    Value value = {.kind = VALUE_TEXT, .text = text_at(unit->cursor.section, unit->cursor.at)};
    unit->cursor.at += value.text.size + 1;
    unit->cursor.bad |= unit->cursor.at > unit->cursor.end;
    return value;
}

static Value text_elsewhere(Unit *unit)
{
    Value value = number(unit, 4);
    const DebugSection *strings = &unit->dwarf->strings;
    value.text = text_at(strings, place_in(strings, value.ref, value.number));
    value.kind = VALUE_TEXT;
    return value;
}

static Value value_read(Unit *unit, uint64_t form)
{
    DwarfCursor *cursor = &unit->cursor;
    Value value = {.kind = VALUE_NUMBER};
    switch (form) {
    case FORM_ADDR:
        value = number(unit, unit->address_bytes);
        value.kind = VALUE_ADDRESS;
        return value;
    case FORM_DATA1:
    case FORM_FLAG:
        return number(unit, 1);
    case FORM_DATA2:
        return number(unit, 2);
    case FORM_DATA4:
    case FORM_SEC_OFFSET:
        return number(unit, 4);
    case FORM_DATA8:
    case FORM_REF_SIG8:
        return number(unit, 8);
    case FORM_SDATA:
    case FORM_UDATA:
        value.number = dwarf_uleb(cursor);
        return value;
    case FORM_FLAG_PRESENT:
        value.number = 1;
        return value;
    case FORM_STRING:
        return text_here(unit);
    case FORM_STRP:
        return text_elsewhere(unit);
    case FORM_REF_ADDR:
        return (Value){.kind = VALUE_ENTRY, .number = dwarf_number(cursor, 4)};
    case FORM_REF1:
        return entry_ref(unit, dwarf_number(cursor, 1));
    case FORM_REF2:
        return entry_ref(unit, dwarf_number(cursor, 2));
    case FORM_REF4:
        return entry_ref(unit, dwarf_number(cursor, 4));
    case FORM_REF8:
        return entry_ref(unit, dwarf_number(cursor, 8));
    case FORM_REF_UDATA:
        return entry_ref(unit, dwarf_uleb(cursor));
    case FORM_BLOCK1:
        return block(unit, dwarf_number(cursor, 1));
    case FORM_BLOCK2:
        return block(unit, dwarf_number(cursor, 2));
    case FORM_BLOCK4:
        return block(unit, dwarf_number(cursor, 4));
    case FORM_BLOCK:
    case FORM_EXPRLOC:
        return block(unit, dwarf_uleb(cursor));
    default: /* its size isn't known either */
        cursor->bad = true;
        return value;
    }
}

/* Of a struct's member: a number, or an expression that adds one. */
static uint64_t member_at(const Unit *unit, const Value *value)
{
    if (value->kind != VALUE_BLOCK)
        return value->number;
    DwarfCursor cursor = {unit->cursor.section, value->at, value->at + value->size, false};
    return dwarf_number(&cursor, 1) == OP_PLUS_UCONST ? dwarf_uleb(&cursor) : 0;
}

static void note(const Unit *unit, DwarfEntry *entry, uint64_t attribute, const Value *value)
{
    bool block = value->kind == VALUE_BLOCK;
    switch (attribute) {
    case AT_NAME:
        entry->name = value->text;
        break;
    case AT_LINKAGE_NAME:
    case AT_MIPS_LINKAGE_NAME:
        entry->linkage = value->text;
        break;
    case AT_TYPE:
        entry->type = (size_t)value->number;
        break;
    case AT_ABSTRACT_ORIGIN:
    case AT_SPECIFICATION:
        entry->origin = (size_t)value->number;
        break;
    case AT_LOW_PC:
        entry->low = value->ref;
        break;
    case AT_HIGH_PC:
        entry->high = value->ref;
        break;
    case AT_BYTE_SIZE:
        entry->bytes = block ? 0 : value->number;
        break;
    case AT_UPPER_BOUND:
        entry->count = block || value->ref ? 0 : value->number + 1;
        break;
    case AT_COUNT:
        entry->count = block || value->ref ? 0 : value->number;
        break;
    case AT_MEMBER_LOCATION:
        entry->member_at = member_at(unit, value);
        break;
    case AT_LOCATION:
        entry->place = block
                           ? (DwarfPlace){value->at, value->size}
                           : (DwarfPlace){place_in(&unit->dwarf->lists, value->ref, value->number),
                                          DWARF_NONE};
        break;
    default:
        break;
    }
}

/* -- entries */

/* Where the unit's abbreviations stand, by their codes: the places of their tags. */
static bool read_abbreviations(Unit *unit, size_t at)
{
    const DebugSection *section = &unit->dwarf->abbreviations;
    DwarfCursor cursor = {section, at, section->bytes.size, at > section->bytes.size};
    while (!cursor.bad) {
        uint64_t code = dwarf_uleb(&cursor);
        if (!code)
            return true;
        if (code > section->bytes.size)
            return false;
        while (unit->abbreviations.size <= code)
            vec_push(&unit->abbreviations, 0);
        unit->abbreviations.data[code] = cursor.at;
        dwarf_uleb(&cursor); /* tag */
        dwarf_number(&cursor, 1);
        while ((dwarf_uleb(&cursor) | dwarf_uleb(&cursor)) != 0) { /* attributes, forms */
        }
    }
    return false;
}

/* Reads one entry. `children`: whether its own follow. */
static bool read_entry(Unit *unit, uint64_t code, DwarfEntry *entry, bool *children)
{
    const DebugSection *section = &unit->dwarf->abbreviations;
    if (code >= unit->abbreviations.size || !unit->abbreviations.data[code])
        return false;
    DwarfCursor shape = {section, unit->abbreviations.data[code], section->bytes.size, false};
    entry->tag = (uint32_t)dwarf_uleb(&shape);
    *children = dwarf_number(&shape, 1) != 0;
    while (!shape.bad && !unit->cursor.bad) {
        uint64_t attribute = dwarf_uleb(&shape), form = dwarf_uleb(&shape);
        if (!attribute && !form)
            return true;
        if (form == FORM_INDIRECT)
            form = dwarf_uleb(&unit->cursor);
        Value value = value_read(unit, form);
        if (!unit->cursor.bad)
            note(unit, entry, attribute, &value);
    }
    return false;
}

static void read_entries(Unit *unit)
{
    Dwarf *dwarf = unit->dwarf;
    size_t parents[DEPTH_MAX], depth = 0;
    while (!unit->cursor.bad && unit->cursor.at < unit->cursor.end &&
           dwarf->entries.size < ENTRIES_MAX) {
        DwarfEntry entry = {
            .offset = unit->cursor.at,
            .parent = depth ? parents[depth - 1] : DWARF_NONE,
            .type = DWARF_NONE,
            .origin = DWARF_NONE,
            .place = {DWARF_NONE, 0},
        };
        bool children = false;
        uint64_t code = dwarf_uleb(&unit->cursor);
        if (!code) {
            if (!depth)
                return;
            depth--;
            continue;
        }
        if (!read_entry(unit, code, &entry, &children))
            return;
        vec_push(&dwarf->entries, entry);
        if (children && depth == DEPTH_MAX)
            return;
        if (children)
            parents[depth++] = dwarf->entries.size - 1;
    }
}

/* True when another unit may follow. */
static bool read_unit(Dwarf *dwarf, size_t *at)
{
    Unit unit = {.dwarf = dwarf, .start = *at};
    unit.cursor = (DwarfCursor){&dwarf->info, *at, dwarf->info.bytes.size, false};
    uint64_t size = dwarf_number(&unit.cursor, 4), version = dwarf_number(&unit.cursor, 2);
    const DebugRef *ref = debug_section_ref(&dwarf->info, unit.cursor.at);
    uint64_t abbreviations = dwarf_number(&unit.cursor, 4);
    unit.address_bytes = (uint32_t)dwarf_number(&unit.cursor, 1);
    if (unit.cursor.bad || version < 2 || version > 4 || unit.address_bytes > 8)
        return false;
    if (size < dwarf->info.bytes.size - (*at + 4)) /* else up to the end: sizes may be rounded up */
        unit.cursor.end = *at + 4 + (size_t)size;
    *at = unit.cursor.end;
    if (read_abbreviations(&unit, place_in(&dwarf->abbreviations, ref, abbreviations)))
        read_entries(&unit);
    vec_free(&unit.abbreviations);
    return *at < dwarf->info.bytes.size;
}

void dwarf_read(Dwarf *dwarf, const PtxModule *module)
{
    *dwarf = (Dwarf){0};
    debug_section_read(&dwarf->info, module, ".debug_info");
    debug_section_read(&dwarf->abbreviations, module, ".debug_abbrev");
    debug_section_read(&dwarf->strings, module, ".debug_str");
    debug_section_read(&dwarf->lists, module, ".debug_loc");
    size_t at = 0;
    for (uint32_t unit = 0; unit < UNITS_MAX && read_unit(dwarf, &at); unit++) {
    }
}

const DwarfEntry *dwarf_entry(const Dwarf *dwarf, size_t offset)
{
    size_t from = 0, to = dwarf->entries.size;
    while (from < to) {
        size_t middle = from + (to - from) / 2;
        if (dwarf->entries.data[middle].offset < offset)
            from = middle + 1;
        else
            to = middle;
    }
    bool found = from < dwarf->entries.size && dwarf->entries.data[from].offset == offset;
    return found ? &dwarf->entries.data[from] : NULL;
}

void dwarf_free(Dwarf *dwarf)
{
    debug_section_free(&dwarf->info);
    debug_section_free(&dwarf->abbreviations);
    debug_section_free(&dwarf->strings);
    debug_section_free(&dwarf->lists);
    vec_free(&dwarf->entries);
}
