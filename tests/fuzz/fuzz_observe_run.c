/* libFuzzer: the same as fuzz_engine_run, with every checker and the figures. */
#include "launch.h"
#include "observe/observe.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void find(void *state, const SimFinding *finding)
{
    *(size_t *)state += finding->text ? 1 : 0;
}

static void take_metric(void *state, const ObserveMetric *metric)
{
    *(size_t *)state += metric->line;
}

static void take_access(void *state, const ObserveAccess *access)
{
    *(size_t *)state += access->line;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    World world;
    size_t found = 0;
    uint32_t count;
    ObserveWriter writers[OBSERVE_WRITERS];
    ObserveSet *set = observe_new(UINT32_MAX, (SimFindingSink){&found, find});
    if (set && world_make(&world, data, size)) {
        const SimObserver *const *observers = observe_observers(set, &count);
        /* Little of it, so that shadow memory is soon too much and is packed. */
        for (uint32_t i = 0; i < count; i++)
            if (observers[i]->allocated)
                observers[i]->allocated(observers[i]->self, world.buffer, 256);
        world_run(&world, (View){(const char *)data, size}, observers, count);
        observe_metrics(set, &found, take_metric);
        observe_accesses(set, &found, take_access);
        observe_writers(set, world.buffer, writers);
        world_free(&world);
    }
    observe_free(set);
    return 0;
}
