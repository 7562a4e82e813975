/* A set of observers: made by bits, read out as one. */
#include "observe/observe.h"

#include <stdlib.h>

#include "observe/astray.h"
#include "observe/bounds.h"
#include "observe/constants.h"
#include "observe/finite.h"
#include "observe/grid_race.h"
#include "observe/init.h"
#include "observe/local_init.h"
#include "observe/lock_order.h"
#include "observe/metrics.h"
#include "observe/overflow.h"
#include "observe/overrun.h"
#include "observe/race.h"
#include "observe/shadow.h"
#include "observe/skips.h"
#include "observe/stream_race.h"
#include "observe/touch.h"
#include "observe/variables.h"
#include "observe/writers.h"

enum { OBSERVERS_MAX = 21 };

struct ObserveSet {
    Bounds *bounds;
    Overrun *overrun;
    Astray *astray;
    Overflow *overflow;
    Finite *finite;
    Constants *constants;
    Race *race;
    GridRace *grid_race;
    StreamRace *stream_race;
    Skips *skips;
    LockOrder *lock_order;
    Init *init;
    LocalInit *local_init;
    Variables *variables, *divided;
    Writers *writers;
    Metrics *metrics;
    Touches *touches;
    Shadow *shadow;
    const SimObserver *observers[OBSERVERS_MAX];
    uint32_t count;
};

static bool add(ObserveSet *set, const SimObserver *observer)
{
    if (set->count == OBSERVERS_MAX)
        return false;
    set->observers[set->count++] = observer;
    return true;
}

static bool make_races(ObserveSet *set, SimFindingSink findings)
{
    set->race = race_new(findings);
    set->grid_race = set->race ? grid_race_new(findings, set->race) : NULL;
    set->stream_race = stream_race_new(findings);
    return set->grid_race && set->stream_race && add(set, race_ahead_observer(set->race));
}

/* Between grids first: it asks the other one what was ordered before it is told of an access. */
static bool add_races(ObserveSet *set)
{
    return add(set, stream_race_observer(set->stream_race)) &&
           add(set, grid_race_observer(set->grid_race)) && add(set, race_observer(set->race));
}

/* Those that find nothing; meanwhile what races are looked for in is fetched. */
static bool add_notes(ObserveSet *set, uint32_t checks)
{
    if ((checks & OBSERVE_PROVENANCE) &&
        !((set->writers = writers_new()) && add(set, writers_observer(set->writers))))
        return false;
    return !(checks & OBSERVE_METRICS) ||
           ((set->metrics = metrics_new()) && add(set, metrics_observer(set->metrics)));
}

static bool fill(ObserveSet *set, uint32_t checks, SimFindingSink findings)
{
    if ((checks & (OBSERVE_RACE | OBSERVE_INIT | OBSERVE_PROVENANCE)) &&
        !((set->shadow = shadow_new()) && add(set, shadow_observer(set->shadow))))
        return false;
    if ((checks & OBSERVE_MEMORY) &&
        !((set->bounds = bounds_new(findings)) && add(set, bounds_observer(set->bounds))))
        return false;
    if ((checks & OBSERVE_MEMORY) &&
        !((set->overrun = overrun_new(findings)) && add(set, overrun_observer(set->overrun))))
        return false;
    if ((checks & OBSERVE_MEMORY) &&
        !((set->astray = astray_new(findings)) && add(set, astray_observer(set->astray))))
        return false;
    if ((checks & OBSERVE_MEMORY) && !((set->constants = constants_new(findings)) &&
                                       add(set, constants_observer(set->constants))))
        return false;
    if ((checks & OBSERVE_RACE) && !make_races(set, findings))
        return false;
    if (!add_notes(set, checks))
        return false;
    if ((checks & OBSERVE_RACE) && !add_races(set))
        return false;
    if ((checks & OBSERVE_SYNC) &&
        !((set->skips = skips_new(findings)) && add(set, skips_observer(set->skips))))
        return false;
    if ((checks & OBSERVE_SYNC) && !((set->lock_order = lock_order_new(findings)) &&
                                     add(set, lock_order_observer(set->lock_order))))
        return false;
    if ((checks & OBSERVE_INIT) &&
        !((set->init = init_new(findings)) && add(set, init_observer(set->init))))
        return false;
    if ((checks & OBSERVE_ARITHMETIC) &&
        !((set->overflow = overflow_new(findings)) && add(set, overflow_observer(set->overflow))))
        return false;
    if ((checks & OBSERVE_ARITHMETIC) &&
        !((set->finite = finite_new(findings)) && add(set, finite_observer(set->finite))))
        return false;
    if ((checks & OBSERVE_ARITHMETIC) && !((set->divided = variables_new_divided(findings)) &&
                                           add(set, variables_observer(set->divided))))
        return false;
    if ((checks & OBSERVE_INIT) && !((set->local_init = local_init_new(findings)) &&
                                     add(set, local_init_observer(set->local_init))))
        return false;
    if ((checks & OBSERVE_INIT) && !((set->variables = variables_new(findings)) &&
                                     add(set, variables_observer(set->variables))))
        return false;
    if ((checks & OBSERVE_TOUCHES) && !observe_watch_touches(set))
        return false;
    const ShadowParts parts = {set->race, set->writers, set->init, set->local_init, set->variables};
    if (set->shadow)
        shadow_watch(set->shadow, &parts);
    return true;
}

ObserveSet *observe_new(uint32_t checks, SimFindingSink findings)
{
    ObserveSet *set = calloc(1, sizeof *set);
    if (set && !fill(set, checks, findings)) {
        observe_free(set);
        return NULL;
    }
    return set;
}

void observe_free(ObserveSet *set)
{
    if (!set)
        return;
    bounds_free(set->bounds);
    overrun_free(set->overrun);
    astray_free(set->astray);
    constants_free(set->constants);
    overflow_free(set->overflow);
    finite_free(set->finite);
    grid_race_free(set->grid_race);
    stream_race_free(set->stream_race);
    race_free(set->race);
    skips_free(set->skips);
    lock_order_free(set->lock_order);
    init_free(set->init);
    local_init_free(set->local_init);
    variables_free(set->variables);
    variables_free(set->divided);
    writers_free(set->writers);
    metrics_free(set->metrics);
    touches_free(set->touches);
    shadow_free(set->shadow);
    free(set);
}

const SimObserver *const *observe_observers(const ObserveSet *set, uint32_t *count)
{
    *count = set->count;
    return set->observers;
}

bool observe_watch_touches(ObserveSet *set)
{
    if (set->touches)
        return true;
    set->touches = touches_new();
    return set->touches && add(set, touches_observer(set->touches));
}

void observe_gaps(const ObserveSet *set, uint64_t address, uint64_t size, InitGaps *gaps)
{
    if (set->init)
        init_gaps(set->init, address, size, gaps);
}

void observe_accept(const ObserveSet *set, uint64_t address, uint64_t size)
{
    if (set->init)
        init_accept(set->init, address, size);
}

void observe_copied(const ObserveSet *set, uint64_t to, uint64_t from, uint64_t size)
{
    if (set->init)
        init_copied(set->init, to, from, size);
}

void observe_doubtful(ObserveSet *set, bool doubtful)
{
    if (set->overrun)
        overrun_set_doubtful(set->overrun, doubtful);
}

void observe_operation(ObserveSet *set, const StreamOperation *operation)
{
    if (set->stream_race)
        stream_race_operation(set->stream_race, operation);
}

void observe_operation_allocates(ObserveSet *set, uint64_t address, uint64_t size)
{
    if (set->stream_race)
        stream_race_allocates(set->stream_race, address, size);
}

void observe_clear(ObserveSet *set)
{
    if (set->writers)
        writers_clear(set->writers);
    if (set->metrics)
        metrics_clear(set->metrics);
}

void observe_metrics(const ObserveSet *set, void *state,
                     void (*each)(void *state, const ObserveMetric *metric))
{
    if (set->metrics)
        metrics_each(set->metrics, state, each);
}

void observe_accesses(const ObserveSet *set, void *state,
                      void (*each)(void *state, const ObserveAccess *access))
{
    if (set->metrics)
        metrics_each_access(set->metrics, state, each);
}

uint32_t observe_writers(const ObserveSet *set, uint64_t address,
                         ObserveWriter out[OBSERVE_WRITERS])
{
    return set->writers ? writers_find(set->writers, address, out) : 0;
}

ObserveShadow observe_shadow(const ObserveSet *set)
{
    ObserveShadow shadow = {0};
    if (set->shadow)
        shadow_held(set->shadow, &shadow);
    return shadow;
}

bool observe_touches_strongly(const ObserveSet *set, uint64_t address, uint64_t size)
{
    return set->touches && touches_strongly(set->touches, address, size);
}

void observe_touches(const ObserveSet *set, void *state,
                     void (*each)(void *state, TouchKind kind, uint64_t address, uint64_t size))
{
    if (set->touches)
        touches_each(set->touches, state, each);
}
