/* What an access outside of its memory missed: parts of a finding's sentence. */
#ifndef CULAB_SIM_ENGINE_FAULT_EXPLAIN_H
#define CULAB_SIM_ENGINE_FAULT_EXPLAIN_H

#include "sim/engine/fault.h"

/* So many bytes from the nearest allocation an address has nothing to do with it: no index leads
 * there. */
#define FAR_AWAY (INT64_C(1) << 40)

/* A finding's rule, and how the access was made: "reads 4 bytes out of bounds". */
typedef struct FaultWhy {
    const char *rule, *how;
} FaultWhy;

/* In the terms of the source, "a[5]: a has 5 elements, a[0] to a[4]", where the access belongs to
 * an array that has a name; `meant`: an address in the allocation that was meant, 0: unknown.
 * False, and nothing is added: there is no such array. */
bool fault_explain_element(const SimWarp *warp, const SimInst *inst, PtxSpace space,
                           uint64_t address, uint32_t bytes, uint64_t meant, FaultLine *line);
/* In bytes: "4 bytes past the end of the 64-byte allocation at 0x..., as out[17]". */
FaultWhy fault_explain(const SimWarp *warp, PtxSpace space, uint64_t address, uint32_t bytes,
                       uint64_t meant, FaultLine *line);

/* -- their parts */

const char *fault_plural(uint64_t n); /* "s", but for one */
/* "4 bytes past the end of " what begins at `base`. */
void fault_add_extent(FaultLine *line, uint64_t address, uint32_t bytes, uint64_t base,
                      uint64_t size);
void fault_add_allocation(FaultLine *line, const SimAlloc *alloc);
/* What lies outside of the allocation, by its own name if it has one: "out[31].x, right behind the
 * end of the 496-byte allocation at 0x..., allocated by ..."; `meant`: the address was made of one
 * inside of it. */
void fault_add_missed(FaultLine *line, const SimWarp *warp, const SimAlloc *alloc, uint64_t address,
                      uint32_t bytes, bool meant);
/* The element, in the terms of the one who allocated. */
void fault_add_labelled(FaultLine *line, const SimWarp *warp, uint64_t address, uint32_t bytes,
                        const SimAlloc *alloc);

#endif
