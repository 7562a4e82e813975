/* Blocks: made once, started again for one block of the grid after the other. */
#ifndef CULAB_SIM_ENGINE_BLOCK_H
#define CULAB_SIM_ENGINE_BLOCK_H

#include "sim/engine/warp.h"

/* Of rank `rank` in the cluster. NULL: no memory. */
Block *block_new(Run *run, uint32_t slot, Cluster *cluster, uint32_t rank);
void block_free(Block *block);
void block_start(Block *block, uint64_t linear);
/* Leaves it as it is: it will be started again. */
void block_abandon(Block *block);

typedef enum BlockState {
    BLOCK_DONE,
    BLOCK_SLICE, /* its time is up */
    BLOCK_STUCK, /* nobody in it can go on */
    BLOCK_OVER   /* the run has ended */
} BlockState;
/* Runs the block's warps in turn for `slice` warp-instructions. */
BlockState block_run(Block *block, uint64_t slice);

#endif
