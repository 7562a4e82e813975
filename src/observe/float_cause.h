/* Where a number that is not finite came from: back through the registers that a thread holds. */
#ifndef CULAB_OBSERVE_FLOAT_CAUSE_H
#define CULAB_OBSERVE_FLOAT_CAUSE_H

#include "observe/flow.h"
#include "sim/observer.h"

typedef enum FloatOrigin {
    FLOAT_MEANT,  /* a constant of the program */
    FLOAT_CYCLE,  /* of a loop; not to be seen outside */
    FLOAT_LOADED, /* from memory or another thread */
    FLOAT_BORN    /* computed of finite numbers */
} FloatOrigin;
typedef struct FloatCause {
    FloatOrigin origin;
    const PtxInst *inst; /* BORN: that computed it ... */
    PtxType type;        /* ... as a number of this type */
    bool certain;        /* its operands are still those that it had */
    bool looped;         /* it was computed in a round of a loop, whose operands may be others */
} FloatCause;

/* The floating-point type that a register holds, as far as what defines it tells: F16, F32, F64, or
 * PTX_TYPE_NONE. */
PtxType float_type_of(const Flow *flow, uint32_t reg);
bool float_is_finite(PtxType type, const void *bits);
/* Whether a register holds nothing any more (SimWarpInfo.lanes). */
bool float_is_forgotten(const void *value, uint32_t bytes);
double float_number(PtxType type, const void *bits);
/* `reg` holds such a number in this lane. */
FloatCause float_cause(const Flow *flow, const SimWarpInfo *warp, uint32_t lane, uint32_t reg,
                       PtxType type);

#endif
