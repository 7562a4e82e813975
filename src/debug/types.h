/* The types that debug information tells of: their sizes and parts. */
#ifndef CULAB_DEBUG_TYPES_H
#define CULAB_DEBUG_TYPES_H

#include "debug/dwarf.h"

enum { DEBUG_NAME = 96 };

/* The type that an entry names, behind typedefs and qualifiers. NULL: none. */
const DwarfEntry *debug_type_of(const Dwarf *dwarf, const DwarfEntry *entry);
/* Children follow their parent: the next one of the same parent, from `at` on, which starts as 0.
 */
const DwarfEntry *debug_child(const Dwarf *dwarf, const DwarfEntry *parent, size_t *at);
/* In bytes; 0: not known. */
uint64_t debug_size_of(const Dwarf *dwarf, const DwarfEntry *type);
bool debug_is_struct(const DwarfEntry *type); /* a class or union too */
/* A dimension of an array: how many elements it has, and how large one of these is; of int [3][4]
 * 3 and 16 for the first one, which is 0. False: there is none, or its size isn't known. */
bool debug_dimension(const Dwarf *dwarf, const DwarfEntry *type, uint32_t dimension,
                     uint64_t *count, uint64_t *bytes);
/* Appends the part that holds the byte: "[5]", ".y", "[1].d[0]". A byte outside of an array gets
 * the index that it would have. */
void debug_describe(const Dwarf *dwarf, const DwarfEntry *type, int64_t offset,
                    char text[DEBUG_NAME]);

#endif
