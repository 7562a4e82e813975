/* Which blocks of a grid are resident, and whose turn it is. */
#include "sim/engine/residents.h"

#include <stdlib.h>

#include "base/clock.h"
#include "sim/engine/block.h"
#include "sim/engine/cluster.h"
#include "sim/engine/fault.h"
#include "sim/engine/stall.h"
#include "sim/engine/team.h"

enum {
    SHORT_SLICE_LENGTH = 1 << 13, /* when many blocks wait for each other */
    TEAM_AFTER = 1 << 14,         /* warp-instructions by which it is known how long blocks are */
    PATIENCE = 32,                /* rounds in which no block ends until memory counts less */
    SEEDED_BLOCKS = 16
};
#define ENGINE_BYTES (UINT64_C(40) << 20)
#define KEPT_BYTES \
    (UINT64_C(32) << 20) /* of all waiting warps, what only observers need included */

typedef struct Residents {
    Block **blocks;
    uint32_t count;  /* running */
    uint32_t made;   /* blocks that exist; those from `count` on are idle */
    uint32_t target; /* how many should be running */
    uint32_t most;   /* as many as the device holds */
    uint32_t crowd;  /* how many may run though the engine holds too much memory */
    uint32_t idle_rounds;
    uint64_t next, total;
    uint32_t together;           /* blocks of a cluster, which come and go together */
    Cluster *last;               /* that the block made last belongs to */
    uint64_t team_at, issued_at; /* since when blocks have run without a team: block, Run.issued */
    int64_t began;               /* the same as a time */
} Residents;

static uint32_t most_resident(const Run *run)
{
    const SimProfile *profile = run->launch->profile;
    const SimDim *block = &run->launch->block;
    uint64_t threads = (uint64_t)block->x * block->y * block->z;
    uint64_t warps = (threads + SIM_LANES - 1) / SIM_LANES;
    uint64_t most = (uint64_t)profile->blocks_per_sm;
    uint64_t by_warps = (uint64_t)profile->warps_per_sm / warps;
    uint64_t shared = run->shared_bytes + (uint64_t)profile->shared_reserved;
    uint64_t by_shared = shared ? (uint64_t)profile->shared_per_sm / shared : most;
    most = by_warps < most ? by_warps : most;
    most = by_shared < most ? by_shared : most;
    most *= (uint64_t)profile->sms;
    return most ? (uint32_t)most : 1;
}

static void block_begin(const Run *run, Residents *residents, Block *block)
{
    uint64_t number = residents->next++;
    if (block->rank == 0)
        cluster_start(block->cluster, run->launch, number / residents->together);
    block_start(block, cluster_block_linear(run->launch, number));
}

static bool start_next(Run *run, Residents *residents)
{
    uint32_t at = residents->count;
    if (at == residents->made) {
        uint32_t rank = at % residents->together;
        if (rank == 0)
            residents->last = cluster_new(residents->together);
        residents->blocks[at] = residents->last ? block_new(run, at, residents->last, rank) : NULL;
        if (!residents->blocks[at]) {
            if (rank == 0)
                cluster_free(residents->last);
            return false;
        }
        cluster_join(residents->last, residents->blocks[at]);
        residents->made++;
    }
    block_begin(run, residents, residents->blocks[at]);
    residents->count++;
    return true;
}

/* All blocks of a cluster come in together. */
static bool start_cluster(Run *run, Residents *residents)
{
    for (uint32_t i = 0; i < residents->together; i++)
        if (!start_next(run, residents))
            return false;
    return true;
}

/* Brings blocks in up to the target; what doesn't fit into memory comes later. */
static void fill(Run *run, Residents *residents)
{
    while (residents->count < residents->target && residents->next < residents->total) {
        bool crowded = residents->count && run->engine_bytes > ENGINE_BYTES &&
                       residents->count == residents->made && !run->launch->cooperative;
        if (crowded && residents->count >= residents->crowd)
            return;
        if (start_cluster(run, residents))
            continue;
        if (residents->count == 0 || run->launch->cooperative || residents->together > 1) {
            run->over = true;
            run->result->status = ENGINE_MEMORY;
        }
        return;
    }
}

/* The block of place `i` becomes idle. */
static bool end_block(Residents *residents, uint32_t i)
{
    Block *block = residents->blocks[i];
    residents->blocks[i] = residents->blocks[--residents->count];
    residents->blocks[residents->count] = block;
    return true;
}

static bool is_alone_of_many(const Residents *residents)
{
    return residents->count == 1 && residents->next < residents->total;
}

/* Whether the blocks that are left are to be run by a team, now that a block is done. */
static bool wants_team(const Run *run, const Residents *residents)
{
    uint64_t done = residents->next - residents->team_at;
    uint64_t issued = run->issued - residents->issued_at;
    return residents->count <= 1 && residents->next < residents->total && done &&
           (issued >= TEAM_AFTER || run->launch->eager) &&
           team_is_worth(run, residents->next, residents->total, issued / done);
}

/* A block of a cluster has come to its end. When it is the last one of it, all of them begin as the
 * grid's next cluster, or give up their places. */
static void cluster_end(const Run *run, Residents *residents, Cluster *cluster)
{
    if (--cluster->running)
        return;
    if (residents->next < residents->total) {
        for (uint32_t i = 0; i < cluster->size; i++)
            block_begin(run, residents, cluster->blocks[i]);
        return;
    }
    for (uint32_t i = 0; i < residents->count;) {
        Block *block = residents->blocks[i];
        if (block->cluster != cluster) {
            i++;
            continue;
        }
        residents->blocks[i] = residents->blocks[--residents->count];
        residents->blocks[residents->count] = block;
    }
}

/* A block's turn; it is replaced by the next one of the grid as long as its time lasts. Returns
 * whether some block came to its end. */
static bool take_turn(Run *run, Residents *residents, uint32_t i, uint64_t slice)
{
    bool progress = false;
    Block *block = residents->blocks[i];
    if (!block->live) /* it waits for the others of its cluster */
        return false;
    for (;;) {
        run_check_caches(run);
        switch (block_run(block, run_vary(run, slice))) {
        case BLOCK_DONE:
            progress = true;
            run_count_done(run, block);
            if (residents->together > 1) {
                cluster_end(run, residents, block->cluster);
                return true;
            }
            if (wants_team(run, residents))
                return end_block(residents, i);
            if (residents->next < residents->total) {
                block_begin(run, residents, block);
                continue;
            }
            return end_block(residents, i);
        case BLOCK_STUCK:
            if (cluster_may_wake(block))
                return progress;
            fault_deadlock(&block, 1, NULL);
            return progress;
        case BLOCK_SLICE:
            if (is_alone_of_many(residents) && !run_waits_for_others(run, block))
                continue;
            return progress;
        case BLOCK_OVER:
            return progress;
        }
    }
}

static void shuffle(Run *run, Residents *residents)
{
    for (uint32_t i = residents->count; run->launch->seed && i > 1; i--) {
        uint32_t j = (uint32_t)run_chance(run, i);
        Block *other = residents->blocks[j];
        residents->blocks[j] = residents->blocks[i - 1];
        residents->blocks[i - 1] = other;
    }
}

/* As many blocks are there as ever will be together. */
static bool all_are_here(const Residents *residents)
{
    return residents->count &&
           (residents->next == residents->total || residents->count == residents->most);
}

static void watch(Run *run, Residents *residents, bool progress, Stall *stall)
{
    if (progress || !all_are_here(residents))
        stall_forget(stall, run);
    else if (stall_look(stall, run, residents->blocks, residents->count))
        fault_deadlock(residents->blocks, residents->count, stall->warps);
}

static void blocks_alone_from_now(const Run *run, Residents *residents)
{
    residents->team_at = residents->next;
    residents->issued_at = run->issued;
    residents->began = clock_now_ns();
}

/* Lets a team run the blocks that are left, as far as it can. */
static void run_team(Run *run, Residents *residents)
{
    uint64_t issued = run->issued - residents->issued_at;
    int64_t taken = clock_now_ns() - residents->began;
    run->pace = taken > 0 ? (double)issued / (double)taken : 0;
    Block *left = team_run(run, &residents->next, residents->total,
                           issued / (residents->next - residents->team_at));
    if (left) {
        residents->blocks[residents->made++] = residents->blocks[0];
        residents->blocks[0] = left;
        residents->count = 1;
    }
    blocks_alone_from_now(run, residents);
}

static void run_blocks(Run *run, Residents *residents)
{
    Stall stall = {0};
    blocks_alone_from_now(run, residents);
    fill(run, residents);
    while (!run->over && residents->count) {
        bool progress = false;
        uint64_t slice = residents->count > 4 ? SHORT_SLICE_LENGTH : run_slice_length();
        slice = stall_slice(&stall, slice);
        shuffle(run, residents);
        for (uint32_t i = 0; i < residents->count && !run->over;) {
            uint32_t before = residents->count;
            stage_look(run, before);
            progress |= take_turn(run, residents, i, slice);
            i += residents->count == before;
        }
        if (!progress && residents->next < residents->total) {
            uint64_t twice = (uint64_t)residents->target * 2;
            residents->target = twice < residents->most ? (uint32_t)twice : residents->most;
            if (++residents->idle_rounds % PATIENCE == 0)
                residents->crowd = residents->count + 1 + residents->count / 8;
        }
        if (!run->over && !residents->count && wants_team(run, residents))
            run_team(run, residents);
        if (!run->over)
            watch(run, residents, progress, &stall);
        if (!run->over)
            fill(run, residents);
    }
    stall_free(&stall, run);
}

static uint64_t warps_of(const EngineLaunch *launch, uint64_t blocks)
{
    const SimDim *block = &launch->block;
    return blocks * (((uint64_t)block->x * block->y * block->z + SIM_LANES - 1) / SIM_LANES);
}

bool residents_are_crowded(const Run *run)
{
    const SimDim *grid = &run->launch->grid;
    uint64_t warps = warps_of(run->launch, (uint64_t)grid->x * grid->y * grid->z);
    return run->launch->cooperative && run->kernel &&
           warps * run->kernel->slots_bytes > ENGINE_BYTES / 2;
}

/* How many blocks there may be, and are to be at first. */
static Residents residents_of(const Run *run)
{
    const EngineLaunch *launch = run->launch;
    const SimDim *grid = &launch->grid;
    Residents residents = {.total = (uint64_t)grid->x * grid->y * grid->z,
                           .target = 1,
                           .together = cluster_size(launch)};
    residents.most = most_resident(run);
    if (residents.most > residents.total)
        residents.most = (uint32_t)residents.total;
    if (launch->cooperative)
        residents.target = residents.most = (uint32_t)residents.total;
    residents.most =
        (residents.most + residents.together - 1) / residents.together * residents.together;
    if (launch->seed && residents.target < SEEDED_BLOCKS)
        residents.target = residents.most < SEEDED_BLOCKS ? residents.most : SEEDED_BLOCKS;
    return residents;
}

static uint64_t longest_of(const Run *run, const Residents *residents)
{
    uint64_t longest = run->cycles > run->longest ? run->cycles : run->longest;
    for (uint32_t i = 0; i < residents->made; i++)
        if (residents->blocks[i]->issued > longest)
            longest = residents->blocks[i]->issued;
    return longest;
}

static void residents_free(Residents *residents)
{
    for (uint32_t i = 0; i < residents->made; i++) {
        if (residents->blocks[i]->rank == 0)
            cluster_free(residents->blocks[i]->cluster);
        block_free(residents->blocks[i]);
    }
    free(residents->blocks);
}

void residents_run(Run *run)
{
    Residents residents = residents_of(run);
    run->kept_share = KEPT_BYTES / warps_of(run->launch, residents.most);
    residents.blocks = calloc((size_t)residents.most + TEAMS_MOST + 1, sizeof(*residents.blocks));
    if (!residents.blocks) {
        run->result->status = ENGINE_MEMORY;
        return;
    }
    run_blocks(run, &residents);
    run->result->cycles = longest_of(run, &residents);
    residents_free(&residents);
}
