/* Where debug information says that the variables of a function are: in which register, or at
 * which byte of which variable in memory. */
#ifndef CULAB_DEBUG_PLACES_H
#define CULAB_DEBUG_PLACES_H

#include "debug/dwarf.h"

/* What is asked, of one function. */
typedef struct DebugScope {
    const Dwarf *dwarf;
    const PtxFunction *function;
    uint32_t inst;
    Map labels; /* the function's: index of the instruction + 1 */
} DebugScope;

/* What an expression says: a register by its name, or a variable and a byte in it. */
typedef struct DebugPlace {
    View symbol; /* of a variable; empty: it is a register */
    char reg[9]; /* without the % */
    uint64_t offset;
} DebugPlace;

void debug_scope_open(DebugScope *scope, const Dwarf *dwarf, const PtxFunction *function,
                      uint32_t inst);
void debug_scope_close(DebugScope *scope);

/* Whether the entry belongs to the function; `here`: its scope holds the instruction. */
bool debug_is_in_function(const DebugScope *scope, const DwarfEntry *entry, bool *here);
/* Asked of each place in turn; true ends it. `here`: it holds at the instruction. */
typedef bool DebugPlaceFn(const DebugScope *scope, const DebugPlace *place, bool here,
                          void *context);
bool debug_each_place(const DebugScope *scope, const DwarfEntry *entry, DebugPlaceFn *fn,
                      void *context);
/* The entry that says name and type: that of the function which was inlined, as a rule. */
const DwarfEntry *debug_origin_of(const Dwarf *dwarf, const DwarfEntry *entry);

#endif
