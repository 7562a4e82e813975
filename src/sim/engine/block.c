/* One block of the grid: its shared memory, its warps, and their turns. */
#include "sim/engine/block.h"

#include <stdlib.h>
#include <string.h>

#include "sim/engine/barrier.h"
#include "sim/engine/bulk.h"
#include "sim/engine/cluster.h"
#include "sim/engine/team.h"

enum {
    SHARED_ALIGN = 1024,
    PATTERN = 0xCB,
    WARP_SLICE = 16384,  /* warp-instructions until the block's next warp has its turn */
    SPLIT_SLICE = 512,   /* until another split of the warp has its turn, if one may wait for it */
    LONG_SPLIT = 1 << 16 /* in any case */
};

static uint32_t lanes_of_warp(const Run *run, uint32_t warp)
{
    const SimDim *dim = &run->launch->block;
    uint32_t threads = dim->x * dim->y * dim->z;
    uint32_t left = threads - warp * SIM_LANES;
    return left >= SIM_LANES ? SIM_FULL : (UINT32_C(1) << left) - 1;
}

static bool warp_new(Block *block, uint32_t index)
{
    SimWarp *warp = &block->warps[index];
    warp->run = block->run;
    warp->block = block;
    warp->index = index;
    warp->caches = block->run->caches;
    warp->shared_base = (uint64_t)block->rank << CLUSTER_RANK_SHIFT;
    warp->shared = (unsigned char *)((uintptr_t)block->shared - warp->shared_base);
    warp->shared_bytes = block->run->shared_bytes;
    warp->root = frame_new(warp, block->run->kernel, NULL, 0);
    return warp->root != NULL;
}

Block *block_new(Run *run, uint32_t slot, Cluster *cluster, uint32_t rank)
{
    const SimDim *dim = &run->launch->block;
    Block *block = calloc(1, sizeof(*block));
    if (!block)
        return NULL;
    block->run = run;
    block->slot = slot;
    block->cluster = cluster;
    block->rank = rank;
    block->warp_count = (dim->x * dim->y * dim->z + SIM_LANES - 1) / SIM_LANES;
    const size_t align = run->shared_bytes ? SHARED_ALIGN : 64;
    size_t shared = (run->shared_bytes + align) / align * align;
    block->shared = aligned_alloc(align, shared);
    block->warps = calloc(block->warp_count, sizeof(*block->warps));
    block->arrived = calloc((size_t)block->warp_count * BLOCK_BARRIERS, sizeof(uint32_t));
    bool ok = block->shared && block->warps && block->arrived;
    for (uint32_t i = 0; ok && i < block->warp_count; i++)
        ok = warp_new(block, i);
    run->engine_bytes +=
        sizeof(*block) + shared + block->warp_count * (sizeof(SimWarp) + BLOCK_BARRIERS * 4);
    if (ok)
        return block;
    block_free(block);
    return NULL;
}

void block_free(Block *block)
{
    for (uint32_t i = 0; block->warps && i < block->warp_count; i++) {
        SimWarp *warp = &block->warps[i];
        local_free(warp);
        free(warp->copies);
        free(warp->kept);
        free(warp->device_errors);
    }
    free(block->shared);
    free(block->warps);
    free(block->arrived);
    free(block);
}

static void tell_begin(Block *block)
{
    const Run *run = block->run;
    for (uint32_t i = 0; i < run->launch->observer_count; i++) {
        const SimObserver *observer = run->launch->observers[i];
        if (observer->block_begin)
            observer->block_begin(observer->self, &run->info, block->index, block->linear);
    }
}

static void tell_end(Block *block)
{
    const Run *run = block->run;
    for (uint32_t i = 0; i < run->launch->observer_count; i++) {
        const SimObserver *observer = run->launch->observers[i];
        if (observer->block_end)
            observer->block_end(observer->self, &run->info, block->index, block->linear);
    }
}

static void warp_restart(SimWarp *warp)
{
    Frame *root = warp->root;
    root->function = warp->run->kernel;
    root->local_top = root->local_base + root->function->local_bytes;
    root->stack_used = root->function->stack_bytes;
    warp->clock = warp->turn = 0;
    warp->since_rotation = 0;
    warp->polls = warp->run->polls;
    warp->rotate = false;
    warp->copy_count = 0;
    warp->cluster_arrived = 0;
    free(warp->device_errors);
    warp->device_errors = NULL;
    warp->kept_size = 0;
    memset(warp->copy_group, 0, sizeof(warp->copy_group));
    memset(warp->bulk_group, 0, sizeof(warp->bulk_group));
    frame_fill(warp, root, false);
    warp_start(warp, lanes_of_warp(warp->run, warp->index));
}

void block_start(Block *block, uint64_t linear)
{
    const EngineLaunch *launch = block->run->launch;
    const SimDim *grid = &launch->grid;
    block->linear = (uint32_t)linear;
    block->index = (SimDim){(uint32_t)(linear % grid->x), (uint32_t)(linear / grid->x % grid->y),
                            (uint32_t)(linear / grid->x / grid->y)};
    block->live = launch->block.x * launch->block.y * launch->block.z;
    block->next_warp = 0;
    block->resume = 0;
    block->issued = 0;
    block->waits = block->run->waits;
    block->barriers_used = 0;
    for (uint32_t i = 0; i < BLOCK_BARRIERS; i++)
        block->barriers[i] = (Barrier){.and_all = true};
    memset(block->arrived, 0, (size_t)block->warp_count * BLOCK_BARRIERS * sizeof(uint32_t));
    memset(block->shared, PATTERN, block->run->shared_bytes);
    memset(block->reserved, 0, sizeof(block->reserved));
    for (uint32_t i = 0; i < block->warp_count; i++)
        warp_restart(&block->warps[i]);
    if (block->run->observed)
        tell_begin(block);
}

void block_abandon(Block *block)
{
    for (uint32_t i = 0; i < block->warp_count; i++)
        warp_abandon(&block->warps[i]);
}

/* -- turns */

static void read_clock(SimWarp *warp)
{
    const SimInst *inst = warp->next;
    if (!team_order(warp->run))
        return;
    uint64_t value = special_value(warp, 0, inst->aux, 0);
    uint32_t mask = warp->active & (SIM_PRED(warp, inst->guard) ^ inst->flip);
    for (uint32_t left = mask; left; left &= left - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(left);
        if (inst->b == 8)
            SIM_LANE(uint64_t, warp, inst->d)[lane] = value;
        else if (inst->b == 4)
            SIM_LANE(uint32_t, warp, inst->d)[lane] = (uint32_t)value;
        else
            SIM_LANE(uint16_t, warp, inst->d)[lane] = (uint16_t)value;
    }
    warp->splits[warp->current].pc = inst + 1;
}

static void account(SimWarp *warp, uint32_t lanes, uint64_t issued)
{
    EngineResult *result = warp->run->result;
    result->warp_instructions += issued;
    result->thread_instructions += issued * (uint32_t)__builtin_popcount(lanes);
    warp->clock += issued;
    warp->block->issued += issued;
}

static uint64_t smaller(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* Splits that have come to where others join them stay there for these: only one that polls may
 * wait for what the others do behind it. */
static bool is_turn_over(const SimWarp *warp)
{
    return warp->since_rotation >= LONG_SPLIT ||
           (warp->since_rotation >= SPLIT_SLICE && warp->run->polls != warp->polls);
}

/* Returns the warp-instructions issued; 0: nothing can be. */
static uint64_t warp_run(SimWarp *warp, uint64_t limit)
{
    Run *run = warp->run;
    uint64_t used = 0;
    const SimInst *stop;
    while (used < limit && !run->over && warp_choose(warp, warp->rotate, &stop)) {
        bool several = warp->split_count > 1;
        uint64_t slice = several ? smaller(SPLIT_SLICE, limit - used) : limit - used;
        uint32_t lanes = warp->active;
        warp->stop = WARP_GOES_ON;
        uint64_t issued =
            run->dispatch(warp, warp->splits[warp->current].pc, stop, slice ? slice : 1);
        issued -= run->handed;
        used += issued;
        warp->since_rotation += (uint32_t)issued;
        account(warp, lanes, issued);
        warp->rotate = is_turn_over(warp);
        if (warp->rotate || !several) {
            warp->since_rotation = 0;
            warp->polls = run->polls;
        }
        run->pauses += warp->stop == WARP_CLOCK || warp->stop == WARP_PAUSE;
        if (warp->stop == WARP_GOES_ON || warp->stop == WARP_PAUSE)
            warp->splits[warp->current].pc = warp->next;
        else if (warp->stop == WARP_CLOCK)
            read_clock(warp);
        if (warp->stop == WARP_PAUSE) {
            warp->rotate = true;
            break;
        }
    }
    return used;
}

static uint64_t warp_limit(const Run *run, uint64_t slice)
{
    uint64_t limit = smaller(slice, WARP_SLICE);
    if (run->budget) {
        const uint64_t used = run->result->thread_instructions;
        const uint64_t left = used < run->budget ? run->budget - used : 0;
        limit = smaller(limit, left / SIM_LANES + 1);
    }
    return limit;
}

static BlockState run_turn(Block *block, uint64_t slice)
{
    Run *run = block->run;
    uint64_t used = 0;
    uint32_t idle = 0; /* warps in a row that could do nothing */
    if (run->launch->seed && !block->resume)
        block->next_warp = (uint32_t)run_chance(run, block->warp_count);
    while (block->live && idle < block->warp_count) {
        if (used >= slice)
            return BLOCK_SLICE;
        SimWarp *warp = &block->warps[block->next_warp];
        block->next_warp = block->next_warp + 1 < block->warp_count ? block->next_warp + 1 : 0;
        uint64_t limit = block->resume ? block->resume : run_vary(run, warp_limit(run, slice));
        uint64_t issued = warp->split_count ? warp_run(warp, limit) : 0;
        block->resume = 0;
        idle = issued ? 0 : idle + 1;
        used += issued;
        if (run->handed && issued < limit) {
            block->next_warp = warp->index;
            block->resume = limit - issued;
        }
        if (run->over || (issued && run_is_over(run)))
            return BLOCK_OVER;
    }
    if (block->live)
        return BLOCK_STUCK;
    bulk_finish(block);
    if (run->observed)
        tell_end(block);
    return BLOCK_DONE;
}

BlockState block_run(Block *block, uint64_t slice)
{
    BlockState state = run_turn(block, slice);
    stage_leave_block(block);
    return state;
}
