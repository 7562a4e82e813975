/* The entries of .debug_info (DWARF 2 to 4, sections 2 and 7), as far as the names, types and
 * places of variables need them. */
#ifndef CULAB_DEBUG_DWARF_H
#define CULAB_DEBUG_DWARF_H

#include "debug/section.h"

/* Tags that mean something here (7.5.4). */
enum {
    DWARF_ARRAY = 0x01,
    DWARF_CLASS = 0x02,
    DWARF_PARAMETER = 0x05,
    DWARF_LEXICAL_BLOCK = 0x0b,
    DWARF_MEMBER = 0x0d,
    DWARF_POINTER = 0x0f,
    DWARF_REFERENCE = 0x10,
    DWARF_STRUCTURE = 0x13,
    DWARF_TYPEDEF = 0x16,
    DWARF_UNION = 0x17,
    DWARF_INHERITANCE = 0x1c,
    DWARF_INLINED = 0x1d,
    DWARF_SUBRANGE = 0x21,
    DWARF_CONST = 0x26,
    DWARF_SUBPROGRAM = 0x2e,
    DWARF_VARIABLE = 0x34,
    DWARF_VOLATILE = 0x35,
    DWARF_RESTRICT = 0x37,
};

#define DWARF_NONE SIZE_MAX /* no entry, no such attribute */

/* Where a variable lies: an expression in .debug_info, or a list of them in .debug_loc. */
typedef struct DwarfPlace {
    size_t at, size; /* size DWARF_NONE: the list at `at` of .debug_loc; at DWARF_NONE: unknown */
} DwarfPlace;

typedef struct DwarfEntry {
    size_t offset; /* in .debug_info: how others refer to it */
    uint32_t tag;
    size_t parent;              /* index, or DWARF_NONE */
    View name;                  /* in the bytes of .debug_info or .debug_str */
    View linkage;               /* of a function: its name in the PTX; empty: not said */
    size_t type, origin;        /* offsets of entries, or DWARF_NONE */
    const DebugRef *low, *high; /* labels of where its code begins and ends */
    uint64_t bytes;             /* of a type; 0: not said */
    uint64_t count;             /* elements of a SUBRANGE; 0: not said */
    uint64_t member_at;         /* byte of a member in its struct */
    DwarfPlace place;
} DwarfEntry;

typedef struct Dwarf {
    DebugSection info, abbreviations, strings, lists;
    VEC(DwarfEntry) entries; /* by offset, rising; a parent before its children */
} Dwarf;

/* Empty without debug information; what can't be read ends it. */
void dwarf_read(Dwarf *dwarf, const PtxModule *module);
/* NULL: there is none at that offset. */
const DwarfEntry *dwarf_entry(const Dwarf *dwarf, size_t offset);
void dwarf_free(Dwarf *dwarf);

/* Reading numbers; past the end they are 0 and `bad` is set. */
typedef struct DwarfCursor {
    const DebugSection *section;
    size_t at, end;
    bool bad;
} DwarfCursor;
uint64_t dwarf_number(DwarfCursor *cursor, uint32_t bytes);
uint64_t dwarf_uleb(DwarfCursor *cursor);

#endif
