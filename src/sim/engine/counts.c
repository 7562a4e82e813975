/* How often each instruction ran: room for the figures, and what observers are told of them. */
#include <stdlib.h>

#include "sim/engine/warp.h"

bool counts_prepare(Run *run)
{
    uint32_t functions = run->launch->module->ptx->function_count;
    if (!run->wants_counts)
        return true;
    run->counts = calloc(functions + 1, sizeof(*run->counts));
    if (!run->counts)
        return false;
    for (uint32_t i = 0; i < functions; i++) {
        const SimFunction *function = run->program->functions[i];
        if (!function)
            continue;
        run->counts[i] = calloc((size_t)function->inst_count + 1, sizeof(**run->counts));
        if (!run->counts[i])
            return false;
    }
    return true;
}

void counts_free(Run *run)
{
    uint32_t functions = run->launch->module->ptx->function_count;
    for (uint32_t i = 0; run->counts && i < functions; i++)
        free(run->counts[i]);
    free(run->counts);
}

static void tell_one(const Run *run, const SimSite *site, const SimCounts *counts)
{
    for (uint32_t i = 0; i < run->launch->observer_count; i++) {
        const SimObserver *observer = run->launch->observers[i];
        if (observer->counts)
            observer->counts(observer->self, &run->info, site, counts);
    }
}

static void tell_function(const Run *run, const SimFunction *function, const InstCount *counts)
{
    int64_t executed = 0, threads = 0;
    for (uint32_t i = 0; i < function->inst_count; i++) {
        executed += counts[i].executed;
        threads += counts[i].threads;
        if (!executed || !function->insts[i].source)
            continue;
        SimSite site = {run->launch->module->ptx, function->source, function->insts[i].source,
                        NULL};
        SimCounts told = {.executed = (uint64_t)executed,
                          .active = (uint64_t)threads,
                          .threads = (uint64_t)threads - counts[i].masked,
                          .branches = counts[i].branches,
                          .divergent = counts[i].divergent};
        tell_one(run, &site, &told);
    }
}

void counts_tell(const Run *run)
{
    uint32_t functions = run->launch->module->ptx->function_count;
    for (uint32_t i = 0; run->counts && i < functions; i++)
        if (run->counts[i])
            tell_function(run, run->program->functions[i], run->counts[i]);
}
