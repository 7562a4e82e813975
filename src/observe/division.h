/* Divisions of integers by zero: the result is not specified (ISA 9.7.1.6 and 9.7.1.7). */
#ifndef CULAB_OBSERVE_DIVISION_H
#define CULAB_OBSERVE_DIVISION_H

#include <stddef.h>

#include "sim/observer.h"

/* A division or remainder of integers whose divisor may be zero. */
bool division_is(const PtxInst *inst);
/* The lanes of `mask` that are about to divide by zero. */
uint32_t division_zero_lanes(const SimWarpInfo *warp, const PtxInst *inst, uint32_t mask);

/* What was divided by zero last in some places, to be told with what came of it. Start from {0}. */
enum { DIVISIONS_KEPT = 16 };
typedef struct Divisions {
    struct Division {
        const PtxInst *inst;
        uint32_t block, warp, mask;
        uint64_t dividend[32];
    } kept[DIVISIONS_KEPT];
    uint32_t next;
} Divisions;
void division_note(Divisions *divisions, const SimWarpInfo *warp, const PtxInst *inst,
                   uint32_t lanes);
/* "divides 17 by 0", "computes 17 % 0"; without the number where it isn't known. */
void division_say(const Divisions *divisions, const SimWarpInfo *warp, const PtxInst *inst,
                  uint32_t lane, char *out, size_t size);

#endif
