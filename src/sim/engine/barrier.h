/* Block barriers: what SimInst.extra holds for bar and barrier. */
#ifndef CULAB_SIM_ENGINE_BARRIER_H
#define CULAB_SIM_ENGINE_BARRIER_H

#include "sim/engine/warp.h"

typedef enum BarrierReduce { BARRIER_PLAIN, BARRIER_POPC, BARRIER_AND, BARRIER_OR } BarrierReduce;

/* In SimInst: a: slot of the number, b: of the thread count, d: of the result. */
typedef struct BarrierForm {
    BarrierReduce reduce;
    bool arrive;  /* doesn't wait */
    bool aligned; /* the whole warp is to execute it together */
    bool has_count;
    uint32_t pred, flip; /* what bar.red reduces */
} BarrierForm;

const SimInst *warp_barrier(SimWarp *warp, const SimInst *inst, uint32_t mask);
/* Lets go whoever waits at a barrier that is complete. */
void block_check_barriers(Block *block);

#endif
