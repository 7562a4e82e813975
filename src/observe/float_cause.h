/* Where a number that is not finite came from: back through the registers that a thread holds. */
#ifndef CULAB_OBSERVE_FLOAT_CAUSE_H
#define CULAB_OBSERVE_FLOAT_CAUSE_H

#include "observe/flow.h"
#include "sim/observer.h"

typedef enum FloatOrigin {
    FLOAT_MEANT,  /* a constant of the program */
    FLOAT_CYCLE,  /* of a loop; not to be seen outside */
    FLOAT_LOADED, /* from memory or another thread */
    FLOAT_BORN    /* computed of finite numbers, or NaN of infinities */
} FloatOrigin;
typedef struct FloatCause {
    FloatOrigin origin;
    const PtxInst *inst; /* BORN: that computed it ... */
    PtxType type;        /* ... as a number of this type */
    bool infinite;       /* BORN: it is NaN, and computed of infinities */
    bool certain;        /* its operands are still those that it had */
    bool looped;         /* it was computed in a round of a loop, whose operands may be others */
} FloatCause;

/* Whether numbers of the type are looked at: F16, BF16, pairs of these, F32, F64. */
bool float_type_is(PtxType type);
/* Of a pair the type of its halves, else the type itself. */
PtxType float_type_of_half(PtxType type);
/* That of a register, as far as what defines it tells; else PTX_TYPE_NONE. */
PtxType float_type_of(const Flow *flow, uint32_t reg);
bool float_is_finite(PtxType type, const void *bits); /* of a pair: both */
/* Whether a register holds nothing any more (SimWarpInfo.lanes). */
bool float_is_forgotten(const void *value, uint32_t bytes);
/* Of a pair the one that is not finite, else the lower. */
double float_number(PtxType type, const void *bits);
/* `reg` holds such a number in this lane. */
FloatCause float_cause(const Flow *flow, const SimWarpInfo *warp, uint32_t lane, uint32_t reg,
                       PtxType type);

#endif
