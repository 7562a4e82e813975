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
/* Of one element along the outermost dimension of an array, which may be as long as there is room
 * for: of int [3][4] and int [][4] 16. 0: not known. */
uint64_t debug_stride_of(const Dwarf *dwarf, const DwarfEntry *array);
bool debug_is_struct(const DwarfEntry *type); /* a class or union too */
/* A dimension of an array: how many elements it has, and how large one of these is; of int [3][4]
 * 3 and 16 for the first one, which is 0. False: there is none, or its size isn't known. */
bool debug_dimension(const Dwarf *dwarf, const DwarfEntry *type, uint32_t dimension,
                     uint64_t *count, uint64_t *bytes);
/* Appends the part that an access of `bytes` at the byte is of: "[5]", ".y", "[1].d[0]"; a struct
 * that it takes the whole of is not gone into. Of a union's members it is the first of that size. A
 * byte outside of an array gets the index that it would have; so does one outside of an array that
 * is as long as there is room for. Returns how many bytes behind that part's beginning the byte is.
 */
uint64_t debug_describe(const Dwarf *dwarf, const DwarfEntry *type, int64_t offset, uint32_t bytes,
                        char text[DEBUG_NAME]);

#endif
