/* culabSimApi: what this library can do beyond the Driver API. */
#include <stdio.h>
#include <string.h>

#include "sim/api/findings.h"
#include "sim/api/observers.h"
#include "sim/api/place.h"
#include "sim/api/program.h"
#include "sim/api/queue.h"

enum { PROFILES_MAX = 64 };

static void lock(void)
{
    pthread_mutex_lock(&library()->lock);
}

static void unlock(void)
{
    pthread_mutex_unlock(&library()->lock);
}

static int options_set(const CulabSimOptions *options)
{
    if (!options || options->size < sizeof *options ||
        options->checks & ~(uint32_t)(CULAB_SIM_CHECK_ALL | CULAB_SIM_DOUBTFUL))
        return CUDA_ERROR_INVALID_VALUE;
    lock();
    library()->options = *options;
    library()->options.size = sizeof *options;
    observers_prepare();
    unlock();
    return CUDA_SUCCESS;
}

static void options_get(CulabSimOptions *options)
{
    lock();
    *options = library()->options;
    unlock();
}

typedef struct MetricSink {
    void *state;
    void (*each)(void *state, const CulabSimMetric *metric);
} MetricSink;

static void metric_tell(void *state, const ObserveMetric *metric)
{
    MetricSink *sink = state;
    CulabSimMetric told = {.kernel = metric->kernel,
                           .launch = metric->launch,
                           .line = metric->line,
                           .name = metric->name,
                           .value = metric->value,
                           .ideal = metric->ideal};
    sink->each(sink->state, &told);
}

static void metrics_each(void *state, void (*each)(void *state, const CulabSimMetric *metric))
{
    MetricSink sink = {state, each};
    lock();
    queue_wait_idle();
    if (library()->observers)
        observe_metrics(library()->observers, &sink, metric_tell);
    unlock();
}

typedef struct AccessSink {
    void *state;
    void (*each)(void *state, const CulabSimAccess *access);
} AccessSink;

static void access_tell(void *state, const ObserveAccess *access)
{
    static const char *const kinds[] = {"load", "store", "atomic", "atomic"};
    const AccessSink *sink = state;
    CulabSimAccess told = {
        .launch = access->launch,
        .line = access->line,
        .block = {access->block.x, access->block.y, access->block.z},
        .warp = access->warp,
        .kind = kinds[access->kind],
        .space = access->space == PTX_SPACE_GLOBAL   ? "global"
                 : access->space == PTX_SPACE_SHARED ? "shared"
                 : access->space == PTX_SPACE_LOCAL  ? "local"
                                                     : "const",
        .name = access->name,
        .bytes = access->bytes,
        .mask = access->mask,
        .address = access->address,
        .units = access->units,
        .ideal = access->ideal,
    };
    sink->each(sink->state, &told);
}

static void accesses_each(void *state, void (*each)(void *state, const CulabSimAccess *access))
{
    AccessSink sink = {state, each};
    lock();
    queue_wait_idle();
    if (library()->observers)
        observe_accesses(library()->observers, &sink, access_tell);
    unlock();
}

static void all_clear(void)
{
    lock();
    queue_wait_idle();
    findings_clear();
    if (library()->observers)
        observe_clear(library()->observers);
    programs_forget();
    unlock();
}

static int writers_find(uint64_t address, CulabSimWriter *out, int room)
{
    static _Thread_local Place places[OBSERVE_WRITERS]; /* until this thread asks again */
    ObserveWriter writers[OBSERVE_WRITERS];
    int count = 0;
    lock();
    queue_wait_idle();
    if (library()->observers)
        count = (int)observe_writers(library()->observers, address, writers);
    count = count < room ? count : room;
    for (int i = 0; i < count; i++) {
        place_fill(&places[i], &writers[i].site, true);
        out[i] = (CulabSimWriter){writers[i].launch, thread_of(writers[i].block, writers[i].thread),
                                  places[i].place};
    }
    unlock();
    return count;
}

static int writer_find(uint64_t address, CulabSimWriter *out)
{
    return writers_find(address, out, 1);
}

static void last_get(CulabSimLaunchStatus *out)
{
    lock();
    *out = library()->last;
    unlock();
}

/* Takes no lock: it must get through while a launch runs. */
static void stop(void)
{
    atomic_store(&library()->stop, true);
}

static int allocation_label(uint64_t address, const char *name, uint32_t element)
{
    lock();
    SimMemory *memory = library()->memory;
    bool done = memory && name && sim_memory_label(memory, address, name, element);
    unlock();
    return done;
}

static const char *const *profile_names(void)
{
    static const char *names[PROFILES_MAX];
    lock();
    for (size_t i = 0; sim_profiles[i].name && i + 1 < PROFILES_MAX; i++)
        names[i] = sim_profiles[i].name;
    unlock();
    return names;
}

static void spans_set(void *state, void (*span)(void *state, const CulabSimSpan *span))
{
    lock();
    library()->span_state = state;
    library()->span = span;
    unlock();
}

static void touches_set(void *state, void (*touch)(void *state, uint64_t call, int kind,
                                                   uint64_t address, uint64_t size))
{
    lock();
    library()->touch_state = state;
    library()->touch = touch;
    unlock();
}

static void twin_set(void *state, const char *(*twin)(void *state, int at_hand))
{
    lock();
    library()->twin_state = state;
    library()->twin = twin;
    unlock();
}

static void call_correlate(uint64_t call, double host_ns)
{
    queue_correlate(call);
    lock();
    library()->host_time += host_ns;
    unlock();
}

static double host_time_get(void)
{
    lock();
    double time = library()->host_time;
    unlock();
    return time;
}

typedef struct HeapLeak {
    uint64_t launch, count, bytes;
    SimAlloc first;
} HeapLeak;

static void heap_leak_add(void *state, const SimAlloc *alloc)
{
    HeapLeak *leak = state;
    if (alloc->made.launch != leak->launch)
        return;
    if (leak->count++ == 0)
        leak->first = *alloc;
    leak->bytes += alloc->size;
}

static void leaks_tell(void)
{
    HeapLeak leak = {0};
    char text[640], who[SIM_DEED_TEXT];
    lock();
    queue_wait_idle();
    leak.launch = library()->last.launch;
    if (library()->memory)
        sim_memory_each(library()->memory, SIM_ALLOC_HEAP, &leak, heap_leak_add);
    sim_deed_describe(&leak.first.made, who, sizeof who);
    snprintf(text, sizeof text,
             "Memory of malloc() is never freed: %llu allocation%s, %llu bytes in all; the first, "
             "%llu bytes, was allocated%s. It stays taken until the program ends.",
             (unsigned long long)leak.count, leak.count == 1 ? "" : "s",
             (unsigned long long)leak.bytes, (unsigned long long)leak.first.size, who);
    SimFinding finding = {.checker = "memory",
                          .rule = "leak",
                          .site = leak.first.made_at,
                          .block = leak.first.made.block,
                          .thread = leak.first.made.thread,
                          .address = leak.first.address,
                          .bytes = (uint32_t)leak.first.size,
                          .space = PTX_SPACE_GLOBAL,
                          .text = text};
    SimFindingSink sink = findings_sink();
    if (leak.count)
        sink.found(sink.state, &finding);
    unlock();
}

static const CulabSimApi api = {
    .version = CULAB_SIM_VERSION,
    .set_options = options_set,
    .get_options = options_get,
    .findings = findings_each,
    .metrics = metrics_each,
    .clear = all_clear,
    .writer = writer_find,
    .last_launch = last_get,
    .stop = stop,
    .profiles = profile_names,
    .label = allocation_label,
    .accesses = accesses_each,
    .set_spans = spans_set,
    .set_touches = touches_set,
    .correlate = call_correlate,
    .host_time = host_time_get,
    .leaks = leaks_tell,
    .writers = writers_find,
    .set_twin = twin_set,
};

API_EXPORT const CulabSimApi *culabSimApi(uint32_t version)
{
    return version <= CULAB_SIM_VERSION ? &api : NULL;
}
