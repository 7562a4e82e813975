/* Which lane a shuffle reads from (ISA 9.7.9.6). */
#ifndef CULAB_OBSERVE_SHUFFLE_LANE_H
#define CULAB_OBSERVE_SHUFFLE_LANE_H

#include "ptx/ir.h"

/* `b`, `c`: the lane's operands of those names. Its own lane where there is none to read from. */
static inline uint32_t shuffle_lane(const PtxInst *shfl, uint32_t lane, uint32_t b, uint32_t c)
{
    uint32_t segment = c >> 8 & 31, clamp = c & 31, from = lane;
    uint32_t most = (lane & segment) | (clamp & ~segment);
    b &= 31;
    if (ptx_has(shfl, PTX_MOD_UP))
        from = lane >= b && lane - b >= most ? lane - b : lane;
    else if (ptx_has(shfl, PTX_MOD_DOWN))
        from = lane + b <= most ? lane + b : lane;
    else if (ptx_has(shfl, PTX_MOD_BFLY))
        from = (lane ^ b) <= most ? lane ^ b : lane;
    else if (((lane & segment) | (b & ~segment)) <= most)
        from = (lane & segment) | (b & ~segment);
    return from & 31;
}

#endif
