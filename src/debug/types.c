/* The types that debug information tells of. */
#include "debug/types.h"

#include <stdio.h>
#include <string.h>

enum { TYPES_DEEP = 24 };

const DwarfEntry *debug_type_of(const Dwarf *dwarf, const DwarfEntry *entry)
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

const DwarfEntry *debug_child(const Dwarf *dwarf, const DwarfEntry *parent, size_t *at)
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
    uint64_t size = size_of(dwarf, debug_type_of(dwarf, type), deep + 1);
    size_t at = 0;
    for (const DwarfEntry *child = debug_child(dwarf, type, &at); child && size;
         child = debug_child(dwarf, type, &at))
        if (child->tag == DWARF_SUBRANGE && __builtin_mul_overflow(size, child->count, &size))
            return 0;
    return size;
}

uint64_t debug_size_of(const Dwarf *dwarf, const DwarfEntry *type)
{
    return size_of(dwarf, type, 0);
}

bool debug_is_struct(const DwarfEntry *type)
{
    return type->tag == DWARF_STRUCTURE || type->tag == DWARF_CLASS || type->tag == DWARF_UNION;
}

bool debug_dimension(const Dwarf *dwarf, const DwarfEntry *type, uint32_t dimension,
                     uint64_t *count, uint64_t *bytes)
{
    uint64_t whole = type && type->tag == DWARF_ARRAY ? debug_size_of(dwarf, type) : 0;
    size_t at = 0;
    if (!whole || whole > INT64_MAX)
        return false;
    for (const DwarfEntry *child = debug_child(dwarf, type, &at); child;
         child = debug_child(dwarf, type, &at)) {
        if (child->tag != DWARF_SUBRANGE || !child->count)
            continue;
        whole /= child->count;
        if (dimension-- == 0) {
            *count = child->count;
            *bytes = whole;
            return whole != 0;
        }
    }
    return false;
}

/* -- describing */

typedef struct Part {
    const DwarfEntry *type;
    int64_t offset; /* of the byte in it */
} Part;

/* Both grow the name at its end, as far as there is room. */
static void append_index(char *text, int64_t index)
{
    size_t size = strlen(text);
    snprintf(text + size, DEBUG_NAME - size, "[%lld]", (long long)index);
}

static void append_member(char *text, View name)
{
    size_t size = strlen(text);
    if (!view_starts(name, "__b_")) /* a base class, whose members go by their own names */
        snprintf(text + size, DEBUG_NAME - size, ".%.*s", VIEW_ARG(name));
}

/* From an array to the element that holds the byte. */
static bool into_array(const Dwarf *dwarf, Part *part, char *text)
{
    const DwarfEntry *array = part->type, *element = debug_type_of(dwarf, array);
    uint64_t size = debug_size_of(dwarf, element), whole = debug_size_of(dwarf, array);
    size_t at = 0;
    if (!size || !whole || whole > INT64_MAX)
        return false;
    for (const DwarfEntry *child = debug_child(dwarf, array, &at); child;
         child = debug_child(dwarf, array, &at)) {
        if (child->tag != DWARF_SUBRANGE || !child->count)
            continue;
        whole /= child->count;
        if (!whole)
            return false;
        int64_t rest = part->offset % (int64_t)whole;
        rest += rest < 0 ? (int64_t)whole : 0;
        append_index(text, (part->offset - rest) / (int64_t)whole);
        part->offset = rest;
    }
    part->type = element;
    return true;
}

static bool into_struct(const Dwarf *dwarf, Part *part, char *text)
{
    size_t at = 0;
    uint64_t offset = (uint64_t)part->offset;
    for (const DwarfEntry *child = debug_child(dwarf, part->type, &at); child && part->offset >= 0;
         child = debug_child(dwarf, part->type, &at)) {
        const DwarfEntry *type = debug_type_of(dwarf, child);
        bool base = child->tag == DWARF_INHERITANCE;
        if ((child->tag != DWARF_MEMBER && !base) || offset < child->member_at ||
            offset - child->member_at >= debug_size_of(dwarf, type))
            continue;
        if (!base && child->name.size)
            append_member(text, child->name);
        *part = (Part){type, (int64_t)(offset - child->member_at)};
        return true;
    }
    return false;
}

void debug_describe(const Dwarf *dwarf, const DwarfEntry *type, int64_t offset,
                    char text[DEBUG_NAME])
{
    Part part = {type, offset};
    for (uint32_t deep = 0; part.type && deep < TYPES_DEEP; deep++) {
        bool inside = part.type->tag == DWARF_ARRAY ? into_array(dwarf, &part, text)
                      : debug_is_struct(part.type)  ? into_struct(dwarf, &part, text)
                                                    : false;
        if (!inside)
            return;
    }
}
