/* Operations that change memory with values from elsewhere: cp.reduce.async.bulk, red.async. */
#ifndef CULAB_SIM_ENGINE_REDUCE_H
#define CULAB_SIM_ENGINE_REDUCE_H

#include <stddef.h>

#include "ptx/ir.h"

typedef struct Reduction {
    PtxMod operation;
    PtxType type;
    uint32_t bytes; /* of an element */
    void (*apply)(unsigned char *target, const unsigned char *value);
} Reduction;

/* NULL: there is no such operation for the type. */
const Reduction *reduction_find(PtxMod operation, PtxType type);
/* Element by element; `bytes` is a multiple of the element's. */
void reduction_apply(const Reduction *reduction, unsigned char *target, const unsigned char *values,
                     uint64_t bytes);

#endif
