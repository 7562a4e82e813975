/* A launch played by hand for observers: accesses and synchronisation, and what was found. */
#ifndef CULAB_TESTS_OBSERVE_SCRIPT_H
#define CULAB_TESTS_OBSERVE_SCRIPT_H

#include <stdio.h>
#include <string.h>

#include "sim/observer.h"

enum { SITES = 64 };

typedef struct Script {
    const SimObserver *observer;
    SimLaunchInfo launch;
    PtxModule module;
    PtxFunction kernel;
    PtxInst insts[SITES];
    PtxLoc locs[SITES];
    int found;     /* findings told in words */
    int again;     /* counted ones */
    char rule[64]; /* of the first */
    char text[1024];
    SimFinding first;
} Script;

static inline void script_found(void *state, const SimFinding *finding)
{
    Script *script = state;
    if (!finding->text) {
        script->again++;
        return;
    }
    if (script->found++ == 0) {
        script->first = *finding;
        snprintf(script->rule, sizeof script->rule, "%s", finding->rule);
        snprintf(script->text, sizeof script->text, "%s", finding->text);
    }
}

static inline SimFindingSink script_sink(Script *script)
{
    return (SimFindingSink){script, script_found};
}

static inline void script_begin(Script *script, const SimObserver *observer, uint32_t grid,
                                uint32_t block)
{
    script->observer = observer;
    script->kernel.name = VIEW("k");
    script->launch = (SimLaunchInfo){.id = script->launch.id + 1,
                                     .module = &script->module,
                                     .kernel = &script->kernel,
                                     .grid = {grid, 1, 1},
                                     .block = {block, 1, 1},
                                     .shared_bytes = 4096};
    for (int i = 0; i < SITES; i++) {
        script->locs[i].line = (uint32_t)i;
        script->insts[i].loc = &script->locs[i];
    }
    observer->launch_begin(observer->self, &script->launch);
    for (uint32_t b = 0; b < grid && observer->block_begin; b++)
        observer->block_begin(observer->self, &script->launch, (SimDim){b, 0, 0}, b);
}

static inline void script_end(Script *script)
{
    const SimObserver *observer = script->observer;
    for (uint32_t b = 0; b < script->launch.grid.x && observer->block_end; b++)
        observer->block_end(observer->self, &script->launch, (SimDim){b, 0, 0}, b);
    if (observer->launch_end)
        observer->launch_end(observer->self, &script->launch);
}

static inline SimWarpInfo script_warp(Script *script, uint32_t block, uint32_t warp)
{
    uint32_t threads = script->launch.block.x - 32 * warp;
    return (SimWarpInfo){.launch = &script->launch,
                         .block = {block, 0, 0},
                         .block_linear = block,
                         .warp = warp,
                         .live = threads >= 32 ? UINT32_MAX : (1u << threads) - 1};
}

static inline SimSite script_site(Script *script, uint32_t line)
{
    return (SimSite){&script->module, &script->kernel, &script->insts[line], NULL};
}

/* Thread `thread` of `block` accesses `bytes` at `address` in source line `line`. */
static inline void script_touch(Script *script, SimAccessKind kind, SimOrder order, PtxSpace space,
                                uint32_t block, uint32_t thread, uint64_t address, uint32_t bytes,
                                uint32_t line)
{
    static unsigned char backing[1 << 16];
    uint64_t addresses[32] = {0};
    SimWarpInfo warp = script_warp(script, block, thread / 32);
    uint64_t base = (uint64_t)(uintptr_t)backing;
    addresses[thread % 32] = space == PTX_SPACE_SHARED ? address : base + address;
    unsigned char stored[32 * 16];
    memset(stored, (int)line, sizeof stored);
    SimAccess access = {.site = script_site(script, line),
                        .kind = kind,
                        .space = space,
                        .order = order,
                        .scope = SIM_SCOPE_GPU,
                        .bytes = bytes,
                        .mask = 1u << thread % 32,
                        .address = addresses,
                        .stored = kind == SIM_ACCESS_STORE ? stored : NULL,
                        .shared_base = base,
                        .owner_linear = block};
    script->observer->access(script->observer->self, &warp, &access);
    if (kind == SIM_ACCESS_STORE)
        memset(backing + address, (int)line, bytes);
}

/* Lanes of a block's first warp access a word each in global memory, `step` bytes apart. */
static inline void script_touch_lanes(Script *script, SimAccessKind kind, SimOrder order,
                                      uint32_t block, uint32_t mask, uint64_t address,
                                      uint64_t step, uint32_t line)
{
    uint64_t addresses[32];
    SimWarpInfo warp = script_warp(script, block, 0);
    for (uint32_t lane = 0; lane < 32; lane++)
        addresses[lane] = (UINT64_C(1) << 20) + address + lane * step;
    SimAccess access = {.site = script_site(script, line),
                        .kind = kind,
                        .space = PTX_SPACE_GLOBAL,
                        .order = order,
                        .scope = SIM_SCOPE_GPU,
                        .bytes = 4,
                        .mask = mask,
                        .address = addresses,
                        .owner_linear = block};
    script->observer->access(script->observer->self, &warp, &access);
}

static inline void script_sync(Script *script, SimSyncKind kind, uint32_t block, uint32_t warp,
                               uint32_t mask, SimScope scope)
{
    SimWarpInfo info = script_warp(script, block, warp);
    SimSync sync = {.site = script_site(script, 0),
                    .kind = kind,
                    .mask = mask,
                    .scope = scope,
                    .orders_memory = true};
    if (script->observer->sync)
        script->observer->sync(script->observer->self, &info, &sync);
}

/* All warps of the block meet. */
static inline void script_barrier(Script *script, uint32_t block)
{
    uint32_t warps = (script->launch.block.x + 31) / 32;
    for (uint32_t w = 0; w < warps; w++)
        script_sync(script, SIM_SYNC_BARRIER_ARRIVE, block, w, UINT32_MAX, SIM_SCOPE_CTA);
    for (uint32_t w = 0; w < warps; w++)
        script_sync(script, SIM_SYNC_BARRIER_LEAVE, block, w, UINT32_MAX, SIM_SCOPE_CTA);
}

#define LOAD(s, space, block, thread, at, line) \
    script_touch(s, SIM_ACCESS_LOAD, SIM_ORDER_WEAK, PTX_SPACE_##space, block, thread, at, 4, line)
#define STORE(s, space, block, thread, at, line) \
    script_touch(s, SIM_ACCESS_STORE, SIM_ORDER_WEAK, PTX_SPACE_##space, block, thread, at, 4, line)
#define ATOMIC(s, space, block, thread, at, line)                                                  \
    script_touch(s, SIM_ACCESS_ATOMIC, SIM_ORDER_RELAXED, PTX_SPACE_##space, block, thread, at, 4, \
                 line)

#endif
