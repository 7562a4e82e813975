/* What barriers, of warps, blocks and clusters, let threads know of each other. */
#include <string.h>

#include "observe/order_state.h"
#include "observe/read_log.h"

static void sync_warp(Order *order, OrderBlock *block, const SimWarpInfo *info, uint32_t mask)
{
    uint32_t warp = info->warp;
    bool all = (mask & info->live) == info->live;
    order_tick(block, warp);
    if (block->seen[warp].count) {
        if (all ? read_log_share(&order->logs, &block->seen[warp])
                : seen_share(&block->seen[warp], mask))
            release_stamp(&order->logs, &block->seen[warp]);
    }
    if (all) {
        block->warp_sync[warp] = block->clock[warp];
        return;
    }
    if (!order_make_lanes(block, warp))
        return;
    uint16_t(*lanes)[LANES] = block->lanes[warp];
    uint16_t joined[LANES] = {0};
    for (int t = 0; t < LANES; t++)
        if (mask >> t & 1)
            order_join(joined, lanes[t], LANES);
    for (int t = 0; t < LANES; t++)
        if (mask >> t & 1)
            joined[t] = block->clock[warp];
    for (int t = 0; t < LANES; t++)
        if (mask >> t & 1)
            memcpy(lanes[t], joined, sizeof joined);
}

/* A fence, a barrier, and then a flag set by another warp: what the first one fenced is released
 * with the flag, since __threadfence() is fence.sc (ISA 8.10.3, Fence-SC order). */
static void carry_fence(Order *order, const OrderBlock *block, uint32_t warp, Barrier *barrier)
{
    Release *own = block->fenced[warp];
    if (!own)
        return;
    SimScope scope = own->scope;
    Release *fenced = barrier->fenced;
    if (!fenced) {
        barrier->fenced = own;
        barrier->joined = false;
        return;
    }
    if (fenced->scope < scope)
        scope = fenced->scope;
    Release *both = release_join(&order->logs, fenced, own, scope, block->warps,
                                 barrier->joined ? fenced : NULL);
    barrier->joined = both != own && (barrier->joined || both != fenced);
    barrier->fenced = both;
}

static void take_fence(Order *order, OrderBlock *block, uint32_t warp, const Barrier *barrier)
{
    Release *own = block->fenced[warp], *passed = barrier->passed;
    if (!passed || own == passed || (own && own->scope > passed->scope))
        return;
    Release *both =
        own ? release_join(&order->logs, own, passed, passed->scope, block->warps, NULL) : passed;
    both->logged = true; /* shared: not to be filled anew */
    block->fenced[warp] = both;
}

static void arrive(Order *order, OrderBlock *block, uint32_t warp, uint32_t id)
{
    Barrier *barrier = &block->barriers[id % BARRIERS];
    if (!barrier->collecting)
        memset(barrier->arrived, 0, block->warps * sizeof *barrier->arrived);
    if (!barrier->collecting) {
        barrier->fenced = NULL;
        barrier->gathered.count = 0;
        if (barrier->relaxed)
            barrier->relaxed->count = 0;
    }
    barrier->collecting = true;
    order_gather_relaxed(order, block, warp, barrier);
    read_log_refer(&order->logs, &barrier->gathered, &block->seen[warp]);
    carry_fence(order, block, warp, barrier);
    order_publish(block, warp, barrier->arrived);
}

/* Threads that have exited count as arrived where all of the block are waited for. */
static void leave(Order *order, OrderBlock *block, uint32_t warp, uint32_t id, bool counted)
{
    Barrier *barrier = &block->barriers[id % BARRIERS];
    if (barrier->collecting) { /* the first to leave: later arrivals belong to the next phase */
        memcpy(barrier->released, barrier->arrived, block->warps * sizeof *barrier->arrived);
        if (!counted)
            order_join(barrier->released, block->exited, block->warps);
        barrier->passed = barrier->fenced;
        barrier->collecting = false;
        barrier->read.count = 0;
        seen_merge(&barrier->read, &barrier->gathered, SEEN_BY_ALL);
        order_spread_relaxed(order, block, barrier);
    }
    take_fence(order, block, warp, barrier);
    if (barrier->read.count) {
        bool more = seen_merge(&block->seen[warp], &barrier->read, SEEN_BY_ALL);
        more |= read_log_share(&order->logs, &block->seen[warp]);
        if (more)
            release_stamp(&order->logs, &block->seen[warp]);
    }
    order_join(order_knowledge(block, warp), barrier->released, block->warps);
    block->warp_sync[warp] = block->clock[warp];
    order_begin_epoch(block);
}

/* A location of the cluster's own for each phase of its barrier. */
static uint64_t cluster_key(const Order *order, SimDim block, uint32_t phase)
{
    SimDim dim = order->launch->cluster, grid = order->launch->grid;
    uint64_t x = block.x / dim.x, y = block.y / dim.y, z = block.z / dim.z;
    uint64_t number = x + grid.x / dim.x * (y + grid.y / dim.y * z);
    return UINT64_C(1) << 63 | number << 1 | phase;
}

static bool has_clusters(const Order *order)
{
    SimDim dim = order->launch->cluster;
    return (uint64_t)dim.x * dim.y * dim.z > 1;
}

/* As a barrier of the block for its own warps, as a release and an acquire for the other blocks;
 * arrive.relaxed hands on what a fence before it has released, and no more. */
static void arrive_cluster(Order *order, OrderBlock *block, const SimWarpInfo *warp,
                           const SimSync *sync)
{
    if (has_clusters(order))
        order_release(order, block, warp, warp->live, cluster_key(order, warp->block, sync->id),
                      sync->orders_memory ? SIM_ORDER_RELEASE : SIM_ORDER_RELAXED,
                      SIM_SCOPE_CLUSTER);
    if (sync->orders_memory)
        arrive(order, block, warp->warp, CLUSTER_BARRIER);
}

static void leave_cluster(Order *order, OrderBlock *block, const SimWarpInfo *warp,
                          const SimSync *sync)
{
    leave(order, block, warp->warp, CLUSTER_BARRIER, false);
    if (has_clusters(order) && sync->mask)
        order_acquire(order, block, warp->warp, sync->mask,
                      cluster_key(order, warp->block, sync->id));
}

void order_sync(Order *order, OrderBlock *block, const SimWarpInfo *warp, const SimSync *sync)
{
    switch (sync->kind) {
    case SIM_SYNC_BARRIER_ARRIVE:
        arrive(order, block, warp->warp, sync->id);
        break;
    case SIM_SYNC_BARRIER_LEAVE:
        leave(order, block, warp->warp, sync->id, sync->expected != 0);
        break;
    case SIM_SYNC_WARP:
        if (sync->orders_memory) {
            order_share_relaxed(block, warp->warp, sync->mask);
            sync_warp(order, block, warp, sync->mask);
            order_begin_epoch(block);
        }
        break;
    case SIM_SYNC_CLUSTER_ARRIVE:
        arrive_cluster(order, block, warp, sync);
        break;
    case SIM_SYNC_CLUSTER_LEAVE:
        leave_cluster(order, block, warp, sync);
        break;
    case SIM_SYNC_LANDED: /* orders nothing by itself */
        break;
    case SIM_SYNC_FENCE:
        order_acquire_relaxed(order, block, warp->warp);
        order_fence(order, block, warp, sync->mask, sync->scope);
        break;
    }
}

void order_exit(OrderBlock *block, uint32_t warp)
{
    order_publish(block, warp, block->exited);
}
