/* Atomic operations that leave memory as it is. */
#ifndef CULAB_OBSERVE_ATOMIC_IDLE_H
#define CULAB_OBSERVE_ATOMIC_IDLE_H

#include "sim/observer.h"

/* Told before the access: the lanes that will change nothing: compare-and-swaps that find something
 * else, sums with 0, as waiting loops have them, extremes that are outdone. */
uint32_t atomic_idle_lanes(const SimWarpInfo *warp, const SimAccess *access);

#endif
