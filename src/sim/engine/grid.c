/* One launch: what it needs is made, its grid and those that it launches are run, and all is freed.
 */
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "sim/engine/apart.h"
#include "sim/engine/cluster.h"
#include "sim/engine/decoder.h"
#include "sim/engine/engine.h"
#include "sim/engine/fault.h"
#include "sim/engine/residents.h"
#include "sim/engine/tree.h"
#include "sim/engine/workspace.h"

enum { STACK_LIMIT = 512 << 10 /* bytes a thread */ };

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

static uint64_t address_of(const void *variables, const PtxSymbol *symbol)
{
    return module_symbol_address(variables, symbol);
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
    run->crowded = residents_are_crowded(run);
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
        .elements = launch->elements,
        .elements_at_hand = launch->elements_at_hand,
        .name_global = fault_name_global,
        .extent = fault_extent,
        .threads_apart = threads_keep_apart,
        .engine = launch,
        .watch_more = watch_again,
        .watching = run,
        .address_of = address_of,
        .variables = module,
        .params = launch->params,
        .memory = launch->memory,
        .shared = run->layout->told,
        .shared_count = run->layout->place_count,
        .stream = launch->stream,
        .work = launch->work};
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
    tell_launch(run, true);
    residents_run(run);
    counts_tell(run);
    tell_launch(run, false);
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
