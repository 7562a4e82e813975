/* What the files of order.h share: what each warp of a block knows of the others. */
#ifndef CULAB_OBSERVE_ORDER_STATE_H
#define CULAB_OBSERVE_ORDER_STATE_H

#include <stdlib.h>
#include <string.h>

#include "observe/order.h"
#include "observe/release.h"

/* The last barrier is the block's part of its cluster's. */
enum { BARRIERS = 17, CLUSTER_BARRIER = 16, LANES = 32, RELAXED_READS = 64 };

/* Relaxed reads of a warp, or before a barrier, that a fence is to make good, and for which lanes.
 */
typedef struct RelaxedReads {
    uint32_t count;
    struct RelaxedRead {
        uint64_t key;
        uint32_t lanes;
        bool spread; /* a barrier has told all warps of the block */
    } reads[RELAXED_READS];
} RelaxedReads;

typedef struct Barrier {
    uint16_t *arrived;     /* join of the arrivals' clocks */
    uint16_t *released;    /* what those that leave come to know */
    Release *fenced;       /* what was fenced before the arrivals; NULL: nothing */
    Release *passed;       /* the same for those that leave */
    SeenList gathered;     /* what those that arrive have read */
    SeenList read;         /* what those that leave come to have read */
    bool joined;           /* `fenced` is the barrier's own */
    RelaxedReads *relaxed; /* of those that arrive; NULL: none so far */
    bool collecting;
} Barrier;

struct OrderBlock {
    uint32_t linear, warps;
    uint64_t *epochs;    /* of the order: counts those of all blocks */
    uint64_t epoch;      /* grows when a warp may have come to know something */
    uint16_t *begun;     /* [warps]: the clocks when it began */
    uint16_t *clock;     /* [warps] */
    uint16_t *know;      /* [warps][warps]: know[w][v] = w's knowledge of v's clock */
    uint16_t *warp_sync; /* [warps]: the clock after the last synchronisation of all live lanes */
    uint16_t (**lanes)[LANES]; /* [warps]: [t][u] after partial ones; NULL: none */
    uint16_t *exited;          /* join of the clocks of warps with exited lanes */
    Barrier barriers[BARRIERS];
    Release **fenced;       /* [warps]: knowledge at the last fence */
    RelaxedReads **relaxed; /* [warps]; NULL: none */
    SeenList *seen;         /* [warps]: of other blocks' releases */
    unsigned char *memory;  /* of the arrays above */
};

typedef struct OrderPast OrderPast; /* what is kept of a launch: order_known.c */

struct Order {
    const SimLaunchInfo *launch;
    uint32_t warps;      /* a block */
    OrderBlock **blocks; /* resident ones; linear search from the last hit */
    size_t block_count, block_room;
    ReleaseLogs logs;
    OrderPast *past; /* to be given them when the launch ends; NULL: nobody asks for them then */
    uint64_t epochs; /* of all blocks and launches so far */
    bool failed;
};

static inline void order_begin_epoch(OrderBlock *block)
{
    block->epoch = ++*block->epochs;
    memcpy(block->begun, block->clock, block->warps * sizeof *block->clock);
}

/* Accesses from here on are later than what was released. At the maximum the clock stands still:
 * such accesses count as ordered, which loses races after 65,534 releases rather than inventing
 * any. */
static inline void order_tick(OrderBlock *block, uint32_t warp)
{
    if (block->clock[warp] < ORDER_CLOCK_MAX)
        block->clock[warp]++;
}

static inline void order_join(uint16_t *into, const uint16_t *from, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (into[i] < from[i])
            into[i] = from[i];
}

static inline uint16_t *order_knowledge(const OrderBlock *block, uint32_t warp)
{
    return block->know + (size_t)warp * block->warps;
}

/* `into` comes to know all that the warp knows, and the warp itself up to now. */
static inline void order_publish(OrderBlock *block, uint32_t warp, uint16_t *into)
{
    order_join(into, order_knowledge(block, warp), block->warps);
    order_tick(block, warp);
    if (into[warp] < block->clock[warp])
        into[warp] = block->clock[warp];
}

/* What single lanes know. False: no memory. */
static inline bool order_make_lanes(OrderBlock *block, uint32_t warp)
{
    if (!block->lanes[warp])
        block->lanes[warp] = calloc(LANES, sizeof *block->lanes[warp]);
    return block->lanes[warp] != NULL;
}

/* -- order_known.c */
/* The launch ends: its logs go to those who keep them. */
void order_past_end(Order *order);

/* -- order_release.c */
/* What lanes of `mask` know from here on is released by what they write later. Lanes that part
 * fence one after the other: what each of them knows stays. */
void order_fence(Order *order, OrderBlock *block, const SimWarpInfo *info, uint32_t mask,
                 SimScope scope);
/* The warp's relaxed reads take effect. */
void order_acquire_relaxed(Order *order, OrderBlock *block, uint32_t warp);
/* Lanes of the mask have met: a fence of each makes good what one of them read. */
void order_share_relaxed(OrderBlock *block, uint32_t warp, uint32_t mask);
/* A barrier is no fence to what was read before it: whoever leaves it needs one still. */
void order_gather_relaxed(Order *order, OrderBlock *block, uint32_t warp, Barrier *barrier);
void order_spread_relaxed(Order *order, OrderBlock *block, const Barrier *barrier);

#endif
