/* Loads whose values are thrown away: `known ? x : y` may load x before it is asked whether it is
 * known. */
#ifndef CULAB_OBSERVE_DISCARD_H
#define CULAB_OBSERVE_DISCARD_H

#include "observe/flow.h"
#include "sim/observer.h"

/* The last load that was found to be used by more than selections. Start from {0}. */
typedef struct Discard {
    const PtxInst *never;
} Discard;

/* Of the lanes of a load, those in which a selection, the only use of what is loaded, chooses
 * another value. Told before the load: a selection whose condition is computed after it counts for
 * every lane. */
uint32_t discard_lanes(Discard *discard, const Flow *flow, const SimWarpInfo *warp,
                       const PtxInst *load, uint32_t lanes);

#endif
