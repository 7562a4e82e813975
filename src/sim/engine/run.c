/* What running blocks ask of their launch: chance, the budget, the clock. */
#include <string.h>

#include "sim/engine/block.h"
#include "sim/engine/team.h"

enum { BLOCK_SLICE_LENGTH = 1 << 18 /* warp-instructions */, SEEDED_SLICE = 256 };
#define LONG_BLOCK (UINT64_C(1) << 24) /* warp-instructions after which a block must be waiting */

static uint64_t random_next(Run *run)
{
    run->random ^= run->random << 13;
    run->random ^= run->random >> 7;
    run->random ^= run->random << 17;
    return run->random;
}

uint64_t run_vary(Run *run, uint64_t slice)
{
    if (!run->launch->seed || slice < 2)
        return slice;
    /* Short ones as often as long ones: races of short kernels lie a few instructions apart. */
    uint64_t most = (uint64_t)SEEDED_SLICE >> random_next(run) % 9;
    return 1 + random_next(run) % (slice < most ? slice : most);
}

uint64_t run_chance(Run *run, uint64_t choices)
{
    return run->launch->seed && choices > 1 ? random_next(run) % choices : 0;
}

bool run_is_over(Run *run)
{
    const EngineLaunch *launch = run->launch;
    if (team_is_lost(run))
        return true;
    if (run->budget && run->result->thread_instructions >= run->budget)
        run->result->status = ENGINE_BUDGET;
    else if (launch->stop && atomic_load_explicit(launch->stop, memory_order_relaxed))
        run->result->status = ENGINE_STOPPED;
    else
        return false;
    run->over = true;
    return true;
}

bool run_charge(SimWarp *warp, uint64_t bytes)
{
    Run *run = warp->run;
    const uint64_t words = bytes / sizeof(uint32_t);
    if (!run->budget)
        return true;
    if (run->budget > words && run->result->thread_instructions < run->budget - words) {
        run->budget -= words;
        return true;
    }
    run->result->status = ENGINE_BUDGET;
    run->over = true;
    warp->stop = WARP_FAULT;
    return false;
}

void run_check_caches(Run *run)
{
    uint64_t generation = sim_memory_generation(run->launch->memory);
    if (generation == run->generation)
        return;
    run->generation = generation;
    memset(run->caches, 0, sizeof(run->caches));
}

void run_count_cycles(Run *run)
{
    uint64_t grid_blocks =
        (uint64_t)run->launch->grid.x * run->launch->grid.y * run->launch->grid.z;
    uint64_t sms = (uint64_t)run->launch->profile->sms;
    run->cycles = (run->issued_before + run->issued) / (grid_blocks < sms ? grid_blocks : sms);
}

void run_count_done(Run *run, const Block *block)
{
    run->issued += block->issued;
    if (block->issued > run->longest)
        run->longest = block->issued;
    run_count_cycles(run);
}

uint64_t run_slice_length(void)
{
    return BLOCK_SLICE_LENGTH;
}

/* Loops that wait have an atomic or a volatile load in them, unless they are wrong. */
bool run_waits_for_others(Run *run, Block *block)
{
    bool may_wait = run->waits != block->waits || block->issued >= LONG_BLOCK;
    block->waits = run->waits;
    return may_wait;
}
