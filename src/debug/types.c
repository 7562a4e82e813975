/* The types that debug information tells of. */
#include "debug/types.h"

#include <stdio.h>
#include <string.h>

enum {
    TYPES_DEEP = 24,
    TRIAL = 8, /* levels that a look into a union's member counts as, since each has several */
    DIMENSIONS = 16
};

static bool is_transparent(uint32_t tag)
{
    return tag == DWARF_TYPEDEF || tag == DWARF_CONST || tag == DWARF_VOLATILE ||
           tag == DWARF_RESTRICT;
}

const DwarfEntry *debug_type_of(const Dwarf *dwarf, const DwarfEntry *entry)
{
    for (uint32_t deep = 0; entry && deep < TYPES_DEEP; deep++) {
        const DwarfEntry *type = entry->type == DWARF_NONE ? NULL : dwarf_entry(dwarf, entry->type);
        if (!type || !is_transparent(type->tag))
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

/* How many bytes lie between elements along each dimension, the outermost first; 0 dimensions: not
 * known. Of the outermost one no count is needed. */
static uint32_t find_strides(const Dwarf *dwarf, const DwarfEntry *array,
                             uint64_t strides[DIMENSIONS])
{
    uint64_t counts[DIMENSIONS], size = debug_size_of(dwarf, debug_type_of(dwarf, array));
    uint32_t count = 0;
    size_t at = 0;
    for (const DwarfEntry *child = debug_child(dwarf, array, &at); child;
         child = debug_child(dwarf, array, &at)) {
        if (child->tag != DWARF_SUBRANGE)
            continue;
        if (count == DIMENSIONS || (count && !child->count))
            return 0;
        counts[count++] = child->count;
    }
    for (uint32_t i = count; i-- > 0;) {
        strides[i] = size;
        if (!size || size > INT64_MAX || (i && __builtin_mul_overflow(size, counts[i], &size)))
            return 0;
    }
    return count;
}

uint64_t debug_stride_of(const Dwarf *dwarf, const DwarfEntry *array)
{
    uint64_t strides[DIMENSIONS];
    return array->tag == DWARF_ARRAY && find_strides(dwarf, array, strides) ? strides[0] : 0;
}

/* From an array to the element that holds the byte. */
static bool into_array(const Dwarf *dwarf, Part *part, char *text)
{
    uint64_t strides[DIMENSIONS];
    uint32_t count = find_strides(dwarf, part->type, strides);
    for (uint32_t i = 0; i < count; i++) {
        int64_t stride = (int64_t)strides[i], rest = part->offset % stride;
        rest += rest < 0 ? stride : 0;
        append_index(text, (part->offset - rest) / stride);
        part->offset = rest;
    }
    part->type = debug_type_of(dwarf, part->type);
    return count > 0;
}

static bool holds(const Dwarf *dwarf, const DwarfEntry *member, int64_t offset)
{
    return (member->tag == DWARF_MEMBER || member->tag == DWARF_INHERITANCE) && offset >= 0 &&
           (uint64_t)offset >= member->member_at &&
           (uint64_t)offset - member->member_at <
               debug_size_of(dwarf, debug_type_of(dwarf, member));
}

static void descend(const Dwarf *dwarf, Part *part, uint32_t bytes, char *text, uint32_t deep);

static bool fits(const Dwarf *dwarf, const DwarfEntry *member, const Part *part, uint32_t bytes,
                 uint32_t deep)
{
    char text[DEBUG_NAME] = "";
    Part inner = {debug_type_of(dwarf, member), part->offset - (int64_t)member->member_at};
    descend(dwarf, &inner, bytes, text, deep + TRIAL);
    return inner.offset == 0 && inner.type && debug_size_of(dwarf, inner.type) == bytes;
}

/* The member to go into. Several of a struct that is no union hold a byte where they are fields of
 * bits: then it is none's. */
static const DwarfEntry *choose_member(const Dwarf *dwarf, const Part *part, uint32_t bytes,
                                       uint32_t deep)
{
    const DwarfEntry *first = NULL;
    bool all = part->type->tag == DWARF_UNION;
    size_t at = 0;
    for (const DwarfEntry *child = debug_child(dwarf, part->type, &at); child;
         child = debug_child(dwarf, part->type, &at)) {
        if (!holds(dwarf, child, part->offset))
            continue;
        if (all && fits(dwarf, child, part, bytes, deep))
            return child;
        if (first && !all)
            return NULL;
        first = first ? first : child;
    }
    return first;
}

static bool into_struct(const Dwarf *dwarf, Part *part, uint32_t bytes, char *text, uint32_t deep)
{
    const DwarfEntry *member = choose_member(dwarf, part, bytes, deep);
    if (!member || (part->offset == 0 && bytes >= debug_size_of(dwarf, part->type) &&
                    bytes > debug_size_of(dwarf, debug_type_of(dwarf, member))))
        return false;
    if (member->tag == DWARF_MEMBER && member->name.size)
        append_member(text, member->name);
    *part = (Part){debug_type_of(dwarf, member), part->offset - (int64_t)member->member_at};
    return true;
}

static void descend(const Dwarf *dwarf, Part *part, uint32_t bytes, char *text, uint32_t deep)
{
    for (bool inside = true; inside && part->type && deep < TYPES_DEEP; deep++)
        inside = part->type->tag == DWARF_ARRAY ? into_array(dwarf, part, text)
                 : debug_is_struct(part->type)  ? into_struct(dwarf, part, bytes, text, deep)
                                                : false;
}

uint64_t debug_describe(const Dwarf *dwarf, const DwarfEntry *type, int64_t offset, uint32_t bytes,
                        char text[DEBUG_NAME])
{
    Part part = {type, offset};
    descend(dwarf, &part, bytes, text, 0);
    return part.offset < 0 ? 0 : (uint64_t)part.offset;
}
