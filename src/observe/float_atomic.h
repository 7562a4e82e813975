/* What atomic sums of floating-point numbers come to. */
#ifndef CULAB_OBSERVE_FLOAT_ATOMIC_H
#define CULAB_OBSERVE_FLOAT_ATOMIC_H

#include "sim/observer.h"

typedef struct FloatSum {
    uint32_t lane;
    PtxType type;
    double before, added, sum;
} FloatSum;

/* Told before the access: the first lane whose sum is not finite though what stands in memory then
 * and what it adds are. Lanes of one access are added in their order. False: none. */
bool float_atomic_birth(const SimWarpInfo *warp, const SimAccess *access, FloatSum *out);

#endif
