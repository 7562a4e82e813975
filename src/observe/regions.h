/* Parts of a function that threads may go around, with barriers in them: from a branch up to where
 * all its ways meet again. */
#ifndef CULAB_OBSERVE_REGIONS_H
#define CULAB_OBSERVE_REGIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "ptx/ir.h"

enum { REGION_BARRIERS = 8 };

/* From a branch to `end`, the first instruction behind it. */
typedef struct Region {
    uint32_t end;
    uint32_t barriers[REGION_BARRIERS]; /* on some way between, or calls of what has one */
    uint32_t barrier_count;
} Region;

typedef struct Regions {
    Region *items;
    uint32_t count, room;
} Regions;

/* Those of a function. A branch whose ways meet only where the thread ends makes none: so an early
 * return looks, and threads that have returned are not waited for. Without memory, and for
 * functions with indirect branches, there are none. Start from {0}. */
void regions_find(const PtxFunction *function, Regions *out);
void regions_free(Regions *regions);
/* The instructions that one leads to, the function's end being their number; returns how many there
 * are. Those that brx leads to are not among them. */
uint32_t regions_ways(const PtxFunction *function, uint32_t inst, uint32_t to[2]);
/* The barrier for all of the block, __syncthreads() and its kin, that an instruction is, or to
 * which the function that it calls comes; NULL: none. */
const PtxInst *regions_barrier(const PtxInst *inst);

#endif
