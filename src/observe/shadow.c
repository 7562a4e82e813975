/* Asks the checkers for what they hold, and packs the strips of global memory when that is much. */
#include "observe/shadow.h"

#include <stdlib.h>

#include "observe/strip_budget.h"

struct Shadow {
    SimObserver observer;
    ShadowParts parts;
    StripBudget budget;
    size_t shared_most; /* by the race checker */
};

static void on_launch_begin(void *self, const SimLaunchInfo *launch)
{
    Shadow *shadow = self;
    (void)launch;
    budget_begin(&shadow->budget);
}

static void on_launch_end(void *self, const SimLaunchInfo *launch)
{
    Shadow *shadow = self;
    size_t shared = shadow->parts.race ? race_shared_held(shadow->parts.race) : 0;
    (void)launch;
    budget_end(&shadow->budget);
    shadow->shared_most = shared > shadow->shared_most ? shared : shadow->shared_most;
}

static void on_allocated(void *self, uint64_t address, uint64_t size)
{
    Shadow *shadow = self;
    (void)address;
    budget_allocated(&shadow->budget, size);
}

static void on_freed(void *self, uint64_t address, uint64_t size)
{
    Shadow *shadow = self;
    (void)address;
    budget_freed(&shadow->budget, size);
}

Shadow *shadow_new(void)
{
    Shadow *shadow = calloc(1, sizeof *shadow);
    if (!shadow)
        return NULL;
    budget_init(&shadow->budget);
    shadow->observer = (SimObserver){
        .self = shadow,
        .launch_begin = on_launch_begin,
        .launch_end = on_launch_end,
        .allocated = on_allocated,
        .freed = on_freed,
    };
    return shadow;
}

void shadow_free(Shadow *shadow)
{
    free(shadow);
}

void shadow_watch(Shadow *shadow, const ShadowParts *parts)
{
    shadow->parts = *parts;
    if (parts->race)
        budget_join(&shadow->budget, race_strips(parts->race));
    if (parts->writers)
        budget_join(&shadow->budget, writers_strips(parts->writers));
}

const SimObserver *shadow_observer(const Shadow *shadow)
{
    return &shadow->observer;
}

void shadow_held(const Shadow *shadow, ObserveShadow *out)
{
    const ShadowParts *parts = &shadow->parts;
    *out = (ObserveShadow){.global = budget_held(&shadow->budget), .shared = shadow->shared_most};
    if (parts->init)
        out->global += init_held(parts->init);
    if (parts->init)
        out->shared += init_shared_most(parts->init);
    if (parts->variables)
        out->shared += variables_shared_most(parts->variables);
    if (parts->local_init)
        out->local = local_init_most(parts->local_init);
}
