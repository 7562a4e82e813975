/* The set of observers in force, and what it is told outside launches. */
#include "sim/api/observers.h"

#include "sim/api/allocation.h"
#include "sim/api/array.h"
#include "sim/api/findings.h"
#include "sim/api/queue.h"

#define SAME(name) _Static_assert((int)OBSERVE_##name == (int)CULAB_SIM_CHECK_##name, #name)
SAME(MEMORY);
SAME(RACE);
SAME(INIT);
SAME(SYNC);
SAME(ARITHMETIC);
_Static_assert((int)OBSERVE_PROVENANCE == (int)CULAB_SIM_PROVENANCE, "PROVENANCE");
_Static_assert((int)OBSERVE_METRICS == (int)CULAB_SIM_METRICS, "METRICS");

static uint32_t checks_wanted(void)
{
    const Library *lib = library();
    bool touches = lib->touch || (lib->wants_touches && (lib->options.checks & OBSERVE_RACE));
    uint32_t checks = lib->options.checks & ~(uint32_t)CULAB_SIM_DOUBTFUL;
    return checks | (touches ? OBSERVE_TOUCHES : 0);
}

/* Tells each observer that wants to know. */
#define TELL(event, address, size)                                 \
    do {                                                           \
        uint32_t count = 0;                                        \
        const SimObserver *const *all = NULL;                      \
        if (library()->observers) {                                \
            queue_wait_idle();                                     \
            all = observe_observers(library()->observers, &count); \
        }                                                          \
        for (uint32_t i = 0; i < count; i++)                       \
            if (all[i]->event)                                     \
                all[i]->event(all[i]->self, (address), (size));    \
    } while (0)

void observers_allocated(uint64_t address, uint64_t size)
{
    TELL(allocated, address, size);
}

void observers_freed(uint64_t address, uint64_t size)
{
    TELL(freed, address, size);
}

void observers_host_write(uint64_t address, uint64_t size)
{
    TELL(host_write, address, size);
}

void observers_host_read(uint64_t address, uint64_t size)
{
    TELL(host_read, address, size);
}

void observers_copied(uint64_t to, uint64_t from, uint64_t size)
{
    if (library()->observers)
        observe_copied(library()->observers, to, from, size);
}

static void tell_known(uint64_t address, uint64_t size)
{
    observers_allocated(address, size);
    observers_host_write(address, size);
}

void observers_prepare(void)
{
    Library *lib = library();
    uint32_t wanted = checks_wanted();
    if (!wanted || (lib->observers && lib->observed_checks == wanted))
        return;
    queue_wait_idle();
    bool more = lib->observers && wanted == (lib->observed_checks | OBSERVE_TOUCHES);
    if (more && observe_watch_touches(lib->observers)) { /* what is known stays */
        lib->observed_checks = wanted;
        return;
    }
    observe_free(lib->observers);
    lib->observers = observe_new(wanted, findings_sink());
    lib->observed_checks = wanted;
    size_t position = 0;
    const Allocation *allocation;
    while ((allocation = table_next(&lib->allocations, &position)))
        tell_known(allocation->address, allocation->size);
    arrays_visit(tell_known);
}

static void touch_tell(void *state, TouchKind kind, uint64_t address, uint64_t size)
{
    const uint64_t *call = state;
    Library *lib = library();
    lib->touch(lib->touch_state, *call, (int)kind, address, size);
}

void observers_tell_touches(uint64_t call)
{
    if (library()->touch && library()->observers)
        observe_touches(library()->observers, &call, touch_tell);
}

const SimObserver *const *observers_for_launch(uint32_t *count)
{
    *count = 0;
    if (!checks_wanted()) {
        /* What this launch writes goes unseen, so the set must be made anew before the next. */
        library()->observed_checks = 0;
        return NULL;
    }
    observers_prepare();
    if (library()->observers)
        observe_doubtful(library()->observers, library()->options.checks & CULAB_SIM_DOUBTFUL);
    return library()->observers ? observe_observers(library()->observers, count) : NULL;
}
