/* What becomes of a value that a load brings: whether its lane, on the way that it goes from there,
 * does anything with it by which the value could tell. Merges and scans look at a place behind
 * their data, and something else decides that it doesn't count. */
#ifndef CULAB_OBSERVE_FATE_H
#define CULAB_OBSERVE_FATE_H

#include <stdbool.h>

#include "sim/observer.h"

typedef struct FateReg {
    uint64_t value, bits; /* bits: those that come of what was loaded */
    uint32_t turn;        /* of another turn: what the frame holds */
    bool known;
} FateReg;

/* Start from {0}. */
typedef struct Fate {
    FateReg *regs;
    uint32_t capacity, turn;
    const PtxInst *idle; /* the last load that nothing came of */
    uint64_t steps;      /* that were gone for it */
} Fate;

void fate_free(Fate *fate);
/* Told before the load: nothing comes of what it brings into the lane. */
bool fate_is_idle(Fate *fate, const SimWarpInfo *warp, const PtxInst *load, uint32_t lane);

enum { FATE_ITEMS = 8 };
/* The same of a load that brings some bits of chance among others, by register: whether something
 * is computed with these that the lane then branches on or stores in global memory. What only might
 * be is not told. */
bool fate_shows(Fate *fate, const SimWarpInfo *warp, const PtxInst *load, uint32_t lane,
                const uint64_t bits[FATE_ITEMS]);

#endif
