/* What a register of the running function holds in one lane. */
#ifndef CULAB_OBSERVE_LANE_VALUE_H
#define CULAB_OBSERVE_LANE_VALUE_H

#include <string.h>

#include "sim/observer.h"

/* The lowest 64 bits. `lanes` is SimWarpInfo.lanes() of the register. */
static inline uint64_t lane_value(const PtxFunction *function, const void *lanes, uint32_t reg,
                                  uint32_t lane)
{
    uint32_t bytes = ptx_type_bytes(function->regs[reg].type);
    uint64_t value = 0;
    if (function->regs[reg].type == PTX_PRED) {
        uint32_t mask;
        memcpy(&mask, lanes, sizeof mask);
        return mask >> lane & 1;
    }
    uint32_t stride = bytes < 2 ? 2 : bytes;
    memcpy(&value, (const unsigned char *)lanes + (size_t)lane * stride, bytes > 8 ? 8 : bytes);
    return value;
}

#endif
