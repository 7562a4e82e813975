/* Clusters: blocks that run together, wait for each other and reach each other's shared memory
 * (ISA 2.2.2, 3.3, 9.7.13.4). A launch without them has clusters of one block. */
#ifndef CULAB_SIM_ENGINE_CLUSTER_H
#define CULAB_SIM_ENGINE_CLUSTER_H

#include "sim/engine/warp.h"

/* An address in the window of .shared::cluster is the rank of a block above an offset in its shared
 * memory. Those of a block's own variables are such addresses too. */
enum { CLUSTER_RANK_SHIFT = 24, CLUSTER_BLOCKS_MAX = 16 };
#define CLUSTER_OFFSET(address) ((address) & ((UINT64_C(1) << CLUSTER_RANK_SHIFT) - 1))
#define CLUSTER_RANK(address) ((address) >> CLUSTER_RANK_SHIFT)

struct Cluster {
    uint32_t size;                     /* blocks */
    SimDim index;                      /* in the grid's clusters */
    Block *blocks[CLUSTER_BLOCKS_MAX]; /* by rank */
    uint32_t running;                  /* blocks that have not ended */
    uint32_t live;                     /* threads */
    uint32_t arrived;                  /* threads, at the barrier's present phase */
    uint32_t phase;                    /* 0 or 1 */
    BulkCopy *copies;                  /* under way: see bulk.h */
    uint32_t copy_count, copy_capacity;
};

/* Blocks of one cluster of the launch: 1 where there are none. */
uint32_t cluster_size(const EngineLaunch *launch);
SimDim cluster_dim(const EngineLaunch *launch);
SimDim cluster_rank_index(const EngineLaunch *launch, uint32_t rank);
/* The number in the grid of a block: its clusters one after the other, in each by rank. */
uint64_t cluster_block_linear(const EngineLaunch *launch, uint64_t number);

/* NULL: no memory. Blocks come in by cluster_join(), from rank 0 on. */
Cluster *cluster_new(uint32_t size);
void cluster_join(Cluster *cluster, Block *block);
void cluster_free(Cluster *cluster);
/* Its blocks are about to start as cluster `number` of the grid. */
void cluster_start(Cluster *cluster, const EngineLaunch *launch, uint64_t number);

/* barrier.cluster; they return what a handler returns. */
const SimInst *cluster_arrive(SimWarp *warp, const SimInst *inst, uint32_t mask);
const SimInst *cluster_wait(SimWarp *warp, const SimInst *inst, uint32_t mask);
/* These lanes have just exited. */
void cluster_exit(SimWarp *warp, uint32_t lanes);
/* Nobody in the block can go on now: whether another block of the cluster may let some go. */
bool cluster_may_wake(const Block *block);
/* Whether host memory is shared memory of some block of the cluster. */
bool cluster_holds(const Cluster *cluster, uint64_t shared_bytes, const void *at)
    __attribute__((pure));

#endif
