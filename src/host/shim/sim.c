/* What only the simulator tells: what was printed, found and measured, and when operations ran. */
#include <dlfcn.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "host/shim/shim.h"

enum { TOUCHES_MAX = 200000 }; /* kept; what is touched later goes unseen */
enum { KERNELS_MAX = 32, CALL_NS = 1500 /* of the host's time for one call, simulated */ };

typedef struct Told {
    _Atomic uint64_t findings; /* that are in the log already */
    uint64_t launch;           /* the last that was seen to have ended */
    uint32_t touches;          /* so far */
} Told;

static Told told;

static void print_take(void *state, const CulabSimPrint *print)
{
    size_t size = print->size < 4096 ? print->size : 4096;
    LogPrint *record = log_add(LOG_PRINT, sizeof *record + size);
    (void)state;
    if (!record) {
        atomic_fetch_add(&shim()->log->prints_lost, 1);
        return;
    }
    memcpy(record->block, print->who.block, sizeof record->block);
    memcpy(record->thread, print->who.thread, sizeof record->thread);
    record->line = print->where.line;
    record->malformed = print->malformed != 0;
    record->text_size = (uint32_t)size;
    memcpy(record + 1, print->text, size);
}

static void span_take(void *state, const CulabSimSpan *span)
{
    LogSpan *record = log_add(LOG_SPAN, sizeof *record);
    (void)state;
    if (!record) {
        atomic_fetch_add(&shim()->log->spans_lost, 1);
        return;
    }
    record->id = span->id;
    record->call = (uint32_t)(span->call - 1);
    record->kind = (uint32_t)span->kind;
    record->stream = span->stream;
    record->bytes = span->bytes;
    record->begin_ns = span->begin_ns;
    record->end_ns = span->end_ns;
    memcpy(record->after, span->after, sizeof record->after);
    snprintf(record->name, sizeof record->name, "%s", span->name);
}

static void touch_take(void *state, uint64_t call, int kind, uint64_t address, uint64_t size)
{
    LogTouch *record = told.touches < TOUCHES_MAX ? log_add(LOG_TOUCH, sizeof *record) : NULL;
    (void)state;
    if (!record)
        return;
    told.touches++;
    record->call = (uint32_t)(call - 1);
    record->kind = (uint32_t)kind;
    record->address = address;
    record->size = size;
}

void sim_attach(void)
{
    Shim *self = shim();
    const CulabSimApi *(*get)(uint32_t) =
        self->cuda ? (const CulabSimApi *(*)(uint32_t))dlsym(self->cuda, "culabSimApi") : NULL;
    CulabSimOptions options = {.size = sizeof options};
    self->sim = get ? get(CULAB_SIM_VERSION) : NULL;
    if (!self->sim || !self->log)
        return;
    self->log->simulated = 1;
    self->sim->get_options(&options);
    options.size = sizeof options;
    options.print = print_take;
    self->sim->set_options(&options);
    self->sim->set_spans(NULL, span_take);
    self->sim->set_touches(NULL, touch_take);
}

void sim_before(uint32_t number)
{
    shim()->sim->correlate((uint64_t)number + 1, CALL_NS);
}

typedef struct FindingSink {
    uint64_t index;
} FindingSink;

static void place_take(const CulabSimPlace *place, const char **file, const char **function)
{
    *file = place->file ? place->file : "";
    *function = place->function ? place->function : "";
}

static void finding_take(void *state, const CulabSimFinding *from)
{
    FindingSink *sink = state;
    const char *texts[FINDING_TEXTS] = {from->checker, from->rule, from->text};
    size_t size = 0, sizes[FINDING_TEXTS];
    if (sink->index++ < told.findings)
        return;
    place_take(&from->where, &texts[3], &texts[4]);
    place_take(&from->other_where, &texts[5], &texts[6]);
    for (int i = 0; i < FINDING_TEXTS; i++) {
        sizes[i] = texts[i] ? strnlen(texts[i], 2000) : 0;
        size += sizes[i];
    }
    LogFinding *record = log_add(LOG_FINDING, sizeof *record + size);
    if (!record)
        return;
    record->fatal = from->fatal != 0;
    record->has_other = from->has_other != 0;
    memcpy(record->block, from->who.block, sizeof record->block);
    memcpy(record->thread, from->who.thread, sizeof record->thread);
    memcpy(record->other_block, from->other_who.block, sizeof record->other_block);
    memcpy(record->other_thread, from->other_who.thread, sizeof record->other_thread);
    record->line = from->where.line;
    record->other_line = from->other_where.line;
    record->bytes = from->bytes;
    record->address = from->address;
    record->repeats = from->repeats;
    record->call = calls_current();
    char *at = (char *)(record + 1);
    for (int i = 0; i < FINDING_TEXTS; i++) {
        record->text_sizes[i] = (uint32_t)sizes[i];
        memcpy(at, texts[i], sizes[i]);
        at += sizes[i];
    }
}

static void findings_take(void)
{
    FindingSink sink = {0};
    shim()->sim->findings(&sink, finding_take);
    told.findings = sink.index;
}

void sim_after(void)
{
    const CulabSimApi *sim = shim()->sim;
    CulabSimLaunchStatus last = {0};
    if (!shim()->log)
        return;
    sim->last_launch(&last);
    if (last.launch == told.launch)
        return;
    told.launch = last.launch;
    findings_take();
}

/* The figures of each kernel's last launch. */
typedef struct MetricSink {
    struct LastLaunch {
        char kernel[128];
        uint64_t launch;
    } last[KERNELS_MAX];
    size_t count;
} MetricSink;

static struct LastLaunch *last_of(MetricSink *sink, const char *kernel)
{
    for (size_t i = 0; i < sink->count; i++)
        if (strncmp(sink->last[i].kernel, kernel, sizeof sink->last[i].kernel - 1) == 0)
            return &sink->last[i];
    if (sink->count == KERNELS_MAX)
        return NULL;
    struct LastLaunch *last = &sink->last[sink->count++];
    snprintf(last->kernel, sizeof last->kernel, "%s", kernel);
    return last;
}

static void metric_see(void *state, const CulabSimMetric *metric)
{
    struct LastLaunch *last = last_of(state, metric->kernel);
    if (last && metric->launch > last->launch)
        last->launch = metric->launch;
}

static void metric_take(void *state, const CulabSimMetric *metric)
{
    const struct LastLaunch *last = last_of(state, metric->kernel);
    LogMetric *record =
        last && last->launch == metric->launch ? log_add(LOG_METRIC, sizeof *record) : NULL;
    if (!record)
        return;
    record->value = metric->value;
    record->ideal = metric->ideal;
    record->line = metric->line;
    snprintf(record->kernel, sizeof record->kernel, "%s", metric->kernel);
    snprintf(record->name, sizeof record->name, "%s", metric->name);
}

void sim_finish(void)
{
    MetricSink sink = {0};
    if (!shim()->log)
        return;
    findings_take(); /* of copies, too, which no launch brought along */
    shim()->sim->metrics(&sink, metric_see);
    shim()->sim->metrics(&sink, metric_take);
}
