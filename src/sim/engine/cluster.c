/* Clusters: their blocks' places in the grid, and their barrier. */
#include "sim/engine/cluster.h"

#include <stdlib.h>

#include "sim/engine/bulk.h"
#include "sim/engine/fault.h"
#include "sim/engine/tell.h"

static uint32_t at_least_one(uint32_t count)
{
    return count ? count : 1;
}

SimDim cluster_dim(const EngineLaunch *launch)
{
    return (SimDim){at_least_one(launch->cluster.x), at_least_one(launch->cluster.y),
                    at_least_one(launch->cluster.z)};
}

uint32_t cluster_size(const EngineLaunch *launch)
{
    SimDim dim = cluster_dim(launch);
    return dim.x * dim.y * dim.z;
}

SimDim cluster_rank_index(const EngineLaunch *launch, uint32_t rank)
{
    SimDim dim = cluster_dim(launch);
    return (SimDim){rank % dim.x, rank / dim.x % dim.y, rank / dim.x / dim.y};
}

static SimDim cluster_index(const EngineLaunch *launch, uint64_t number)
{
    SimDim dim = cluster_dim(launch);
    uint64_t across = launch->grid.x / dim.x, down = launch->grid.y / dim.y;
    return (SimDim){(uint32_t)(number % across), (uint32_t)(number / across % down),
                    (uint32_t)(number / across / down)};
}

uint64_t cluster_block_linear(const EngineLaunch *launch, uint64_t number)
{
    uint32_t size = cluster_size(launch);
    if (size == 1)
        return number;
    SimDim dim = cluster_dim(launch), cluster = cluster_index(launch, number / size);
    SimDim inside = cluster_rank_index(launch, (uint32_t)(number % size));
    uint64_t x = (uint64_t)cluster.x * dim.x + inside.x;
    uint64_t y = (uint64_t)cluster.y * dim.y + inside.y;
    uint64_t z = (uint64_t)cluster.z * dim.z + inside.z;
    return x + launch->grid.x * (y + launch->grid.y * z);
}

Cluster *cluster_new(uint32_t size)
{
    Cluster *cluster = size <= CLUSTER_BLOCKS_MAX ? calloc(1, sizeof(*cluster)) : NULL;
    if (cluster)
        cluster->size = size;
    return cluster;
}

void cluster_join(Cluster *cluster, Block *block)
{
    cluster->blocks[block->rank] = block;
}

void cluster_free(Cluster *cluster)
{
    for (uint32_t i = 0; cluster && i < cluster->copy_count; i++)
        free(cluster->copies[i].tensor);
    if (cluster)
        free(cluster->copies);
    free(cluster);
}

void cluster_start(Cluster *cluster, const EngineLaunch *launch, uint64_t number)
{
    const SimDim *block = &launch->block;
    cluster->index = cluster_index(launch, number);
    cluster->running = cluster->size;
    cluster->live = cluster->size * block->x * block->y * block->z;
    cluster->arrived = cluster->phase = 0;
    cluster->copy_count = 0;
}

bool cluster_holds(const Cluster *cluster, uint64_t shared_bytes, const void *at)
{
    for (uint32_t i = 0; i < cluster->size; i++)
        if ((uintptr_t)at - (uintptr_t)cluster->blocks[i]->shared < shared_bytes)
            return true;
    return false;
}

/* -- the barrier */

static void tell(SimWarp *warp, const SimInst *inst, uint32_t mask, SimSyncKind kind, bool orders)
{
    if (!warp->run->observed)
        return;
    SimSync sync = {.site = warp_site(warp, inst),
                    .kind = kind,
                    .mask = mask,
                    .id = warp->cluster_phase >> __builtin_ctz(mask) & 1,
                    .scope = SIM_SCOPE_CLUSTER,
                    .orders_memory = orders};
    tell_sync(warp, &sync);
}

/* Lanes that arrived at the present phase. */
static uint32_t came_now(const SimWarp *warp)
{
    uint32_t now = warp->block->cluster->phase ? warp->cluster_phase : ~warp->cluster_phase;
    return warp->cluster_arrived & now;
}

static void leave(SimWarp *warp, const SimInst *inst, uint32_t mask)
{
    warp->cluster_arrived &= ~mask;
    tell(warp, inst, mask, SIM_SYNC_CLUSTER_LEAVE, true);
}

static void let_go(SimWarp *warp)
{
    for (uint32_t i = 0; i < warp->split_count; i++) {
        Split *split = &warp->splits[i];
        if (split->state != SPLIT_CLUSTER)
            continue;
        SimFrame running = warp->frame;
        Frame *top = warp->top;
        warp->frame.slots = split->frame->slots;
        warp->top = split->frame;
        leave(warp, split->pc, split->mask);
        warp->frame = running;
        warp->top = top;
        split->state = SPLIT_READY;
        split->pc++;
    }
}

static void check(Cluster *cluster)
{
    if (!cluster->arrived || cluster->arrived < cluster->live)
        return;
    cluster->arrived = 0;
    cluster->phase ^= 1;
    for (uint32_t b = 0; b < cluster->size; b++)
        for (uint32_t w = 0; w < cluster->blocks[b]->warp_count; w++)
            let_go(&cluster->blocks[b]->warps[w]);
}

static const SimInst *refuse(SimWarp *warp, const SimInst *inst, uint32_t lanes, const char *why)
{
    FaultText what = {
        .fault = ENGINE_FAULT_INSTRUCTION, .rule = "invalid-barrier", .checker = "synchronisation"};
    return warp_fault(warp, inst, (uint32_t)__builtin_ctz(lanes), &what, "%s", why);
}

const SimInst *cluster_arrive(SimWarp *warp, const SimInst *inst, uint32_t mask)
{
    Cluster *cluster = warp->block->cluster;
    uint32_t again = mask & warp->cluster_arrived;
    if (again)
        return refuse(warp, inst, again,
                      "arrives at the cluster's barrier a second time without waiting in between");
    warp->cluster_arrived |= mask;
    warp->cluster_phase = (warp->cluster_phase & ~mask) | (cluster->phase ? mask : 0);
    tell(warp, inst, mask, SIM_SYNC_CLUSTER_ARRIVE, !inst->aux);
    cluster->arrived += (uint32_t)__builtin_popcount(mask);
    check(cluster);
    return inst + 1;
}

const SimInst *cluster_wait(SimWarp *warp, const SimInst *inst, uint32_t mask)
{
    uint32_t absent = mask & ~warp->cluster_arrived;
    if (absent)
        return refuse(warp, inst, absent,
                      "waits at the cluster's barrier without having arrived at it");
    uint32_t pending = mask & came_now(warp);
    if (mask & ~pending)
        leave(warp, inst, mask & ~pending);
    if (!pending)
        return inst + 1;
    warp_wait(warp, inst, pending, SPLIT_CLUSTER);
    return NULL;
}

void cluster_exit(SimWarp *warp, uint32_t lanes)
{
    Cluster *cluster = warp->block->cluster;
    cluster->live -= (uint32_t)__builtin_popcount(lanes);
    cluster->arrived -= (uint32_t)__builtin_popcount(lanes & came_now(warp));
    warp->cluster_arrived &= ~lanes;
    check(cluster);
}

static bool has_split(const Block *block, SplitState state)
{
    for (uint32_t w = 0; w < block->warp_count; w++)
        for (uint32_t i = 0; i < block->warps[w].split_count; i++)
            if (block->warps[w].splits[i].state == state)
                return true;
    return false;
}

bool cluster_may_wake(const Block *block)
{
    const Cluster *cluster = block->cluster;
    if (!has_split(block, SPLIT_CLUSTER))
        return false;
    for (uint32_t i = 0; i < cluster->size; i++)
        if (has_split(cluster->blocks[i], SPLIT_READY))
            return true;
    return false;
}
