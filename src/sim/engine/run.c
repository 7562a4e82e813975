/* One launch: which blocks are resident, and whose turn it is. */
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "sim/engine/block.h"
#include "sim/engine/cluster.h"
#include "sim/engine/decoder.h"
#include "sim/engine/engine.h"
#include "sim/engine/fault.h"
#include "sim/engine/stall.h"
#include "sim/engine/team.h"
#include "sim/engine/tree.h"
#include "sim/engine/workspace.h"

enum {
    BLOCK_SLICE_LENGTH = 1 << 18, /* warp-instructions */
    TEAMS_MOST = 64,              /* in one launch */
    SHORT_SLICE_LENGTH = 1 << 13, /* when many blocks wait for each other */
    TEAM_AFTER = 1 << 14,         /* warp-instructions by which it is known how long blocks are */
    PATIENCE = 32,                /* rounds in which no block ends until memory counts less */
    SEEDED_SLICE = 256,
    SEEDED_BLOCKS = 16,
    STACK_LIMIT = 512 << 10 /* bytes a thread */
};
#define LONG_BLOCK (UINT64_C(1) << 24) /* warp-instructions after which a block must be waiting */
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

void run_check_caches(Run *run)
{
    uint64_t generation = sim_memory_generation(run->launch->memory);
    if (generation == run->generation)
        return;
    run->generation = generation;
    memset(run->caches, 0, sizeof(run->caches));
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
        uint32_t j = (uint32_t)(random_next(run) % i);
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
        uint64_t slice = residents->count > 4 ? SHORT_SLICE_LENGTH : BLOCK_SLICE_LENGTH;
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

static int by_offset(const void *a, const void *b)
{
    const SimSharedVariable *x = a, *y = b;
    return x->offset < y->offset ? -1 : x->offset > y->offset;
}

static bool is_watching(const Run *run, const SimObserver *one)
{
    return one->access && (!one->concerns || one->concerns(one->self, &run->info));
}

/* False: no memory. */
static bool choose_watchers(Run *run)
{
    const uint32_t count = run->launch->observer_count;
    run->watchers = calloc((size_t)SIM_WANTS * (count + 1), sizeof(*run->watchers));
    for (uint32_t i = 0; run->watchers && i < count; i++) {
        const SimObserver *one = run->launch->observers[i];
        if (!is_watching(run, one))
            continue;
        run->wants_access = true;
        for (uint32_t bit = 0; bit < SIM_WANTS; bit++) {
            const SimObserver **at = run->watchers + (size_t)bit * (count + 1);
            while (*at)
                at++;
            if (one->wants == 0 || one->wants >> bit & 1)
                *at = one;
        }
    }
    return run->watchers != NULL;
}

static bool describe_shared(Run *run)
{
    const KernelLayout *layout = run->layout;
    run->shared_variables = calloc(layout->place_count + 1, sizeof(*run->shared_variables));
    if (!run->shared_variables)
        return false;
    for (uint32_t i = 0; i < layout->place_count; i++)
        run->shared_variables[i] =
            (SimSharedVariable){layout->places[i].symbol, layout->places[i].offset};
    qsort(run->shared_variables, layout->place_count, sizeof(*run->shared_variables), by_offset);
    run->info.shared = run->shared_variables;
    run->info.shared_count = layout->place_count;
    return true;
}

static uint64_t warps_of(const EngineLaunch *launch, uint64_t blocks)
{
    const SimDim *block = &launch->block;
    return blocks * (((uint64_t)block->x * block->y * block->z + SIM_LANES - 1) / SIM_LANES);
}

/* All blocks of a cooperative launch are there at once, with the registers of their warps. */
static bool is_crowded(const Run *run)
{
    const SimDim *grid = &run->launch->grid;
    uint64_t warps = warps_of(run->launch, (uint64_t)grid->x * grid->y * grid->z);
    return run->launch->cooperative && run->kernel &&
           warps * run->kernel->slots_bytes > ENGINE_BYTES / 2;
}

static bool run_prepare(Run *run)
{
    const EngineLaunch *launch = run->launch;
    const EngineModule *module = launch->module;
    const SimView view = run->observed ? SIM_VIEW_OBSERVED : SIM_VIEW_PLAIN;
    run->program = module_program(launch->module, view, NULL);
    if (!run->program)
        return false;
    run->kernel = run->program->functions[launch->kernel->index];
    run->crowded = is_crowded(run);
    run->layout = &module->layouts[launch->kernel->index];
    run->shared_bytes = run->layout->static_shared + launch->dynamic_shared;
    run->stack_limit = STACK_LIMIT;
    run->teams_left = TEAMS_MOST;
    run->told = &run->told_here;
    run->dispatch = family_dispatch(view);
    run->random = launch->seed;
    run->generation = sim_memory_generation(launch->memory);
    run->info = (SimLaunchInfo){
        .id = launch->id,
        .sm = launch->profile ? (uint32_t)(10 * launch->profile->major + launch->profile->minor)
                              : launch->module->ptx->target_sm,
        .module = module->ptx,
        .kernel = launch->kernel,
        .grid = launch->grid,
        .block = launch->block,
        .cluster = cluster_dim(launch),
        .shared_bytes = run->shared_bytes,
        .name_global = fault_name_global,
        .extent = fault_extent,
        .params = launch->params,
        .memory = launch->memory,
        .shared = run->layout->told,
        .shared_count = run->layout->place_count,
        .stream = launch->stream,
        .work = launch->work};
    if (!describe_shared(run))
        return false;
    if (!choose_watchers(run))
        return false;
    for (uint32_t i = 0; i < launch->observer_count; i++) {
        run->wants_branch |= launch->observers[i]->branch != NULL;
        run->wants_counts |= launch->observers[i]->counts != NULL;
    }
    if (!counts_prepare(run) || !watch_prepare(run))
        return false;
    run->params = malloc(launch->kernel->param_size + 1);
    run->pools = calloc(module->ptx->function_count + 1, sizeof(*run->pools));
    if (!run->params || !run->pools || !run->kernel)
        return false;
    if (launch->kernel->param_size)
        memcpy(run->params, launch->params, launch->kernel->param_size);
    return true;
}

static void run_free(Run *run)
{
    frames_free(run);
    free(run->packed);
    counts_free(run);
    watch_free(run);
    free(run->shared_variables);
    free(run->watchers);
    free(run->params);
    free(run);
}

static void tell_launch(const Run *run, bool begin)
{
    for (uint32_t i = 0; run->observed && i < run->launch->observer_count; i++) {
        const SimObserver *observer = run->launch->observers[i];
        void (*tell)(void *, const SimLaunchInfo *) =
            begin ? observer->launch_begin : observer->launch_end;
        if (tell)
            tell(observer->self, &run->info);
    }
}

static void run_grid(Run *run)
{
    const SimDim *grid = &run->launch->grid;
    Residents residents = {.total = (uint64_t)grid->x * grid->y * grid->z,
                           .target = 1,
                           .together = cluster_size(run->launch)};
    residents.most = most_resident(run);
    if (residents.most > residents.total)
        residents.most = (uint32_t)residents.total;
    if (run->launch->cooperative)
        residents.target = residents.most = (uint32_t)residents.total;
    residents.most =
        (residents.most + residents.together - 1) / residents.together * residents.together;
    if (run->launch->seed && residents.target < SEEDED_BLOCKS)
        residents.target = residents.most < SEEDED_BLOCKS ? residents.most : SEEDED_BLOCKS;
    run->kept_share = KEPT_BYTES / warps_of(run->launch, residents.most);
    residents.blocks = calloc((size_t)residents.most + TEAMS_MOST + 1, sizeof(*residents.blocks));
    if (!residents.blocks) {
        run->result->status = ENGINE_MEMORY;
        return;
    }
    tell_launch(run, true);
    run_blocks(run, &residents);
    counts_tell(run);
    tell_launch(run, false);
    uint64_t longest = run->cycles > run->longest ? run->cycles : run->longest;
    for (uint32_t i = 0; i < residents.made; i++) {
        if (residents.blocks[i]->issued > longest)
            longest = residents.blocks[i]->issued;
        if (residents.blocks[i]->rank == 0)
            cluster_free(residents.blocks[i]->cluster);
        block_free(residents.blocks[i]);
    }
    run->result->cycles = longest;
    free(residents.blocks);
}

static bool is_empty(const EngineLaunch *launch)
{
    return !launch->grid.x || !launch->grid.y || !launch->grid.z || !launch->block.x ||
           !launch->block.y || !launch->block.z;
}

void grid_run(LaunchTree *tree, const EngineLaunch *launch, uint32_t level, EngineResult *result,
              WorkQueue *tails)
{
    *result = (EngineResult){.status = ENGINE_DONE};
    Run *run = calloc(1, sizeof(*run));
    if (!run) {
        result->status = ENGINE_MEMORY;
        return;
    }
    run->launch = launch;
    run->budget = launch->budget;
    run->result = result;
    run->tree = tree;
    run->level = level;
    run->observed = launch->observer_count > 0;
    if (is_empty(launch))
        result->status = ENGINE_DONE;
    else if (run_prepare(run) && workspace_make(run))
        run_grid(run);
    else
        result->status = ENGINE_MEMORY;
    result->charged = launch->budget - run->budget;
    workspace_release(run);
    param_buffers_return(run);
    WorkQueue children = run->children;
    *tails = run->tails;
    run_free(run);
    tree_run(tree, launch, &children, level + 1, result);
    if (result->status != ENGINE_DONE)
        work_queue_drop(tree, tails);
}

void engine_run(const EngineLaunch *launch, EngineResult *result)
{
    int64_t began = clock_now_ns();
    LaunchTree tree;
    WorkQueue tails = {0};
    tree_begin(&tree, launch);
    grid_run(&tree, launch, 0, result, &tails);
    tree_run(&tree, launch, &tails, 0, result);
    tree_end(&tree);
    result->seconds = (double)(clock_now_ns() - began) * 1e-9;
}
