/* Figures of a launch: counters for each place, read out for each line and for the kernel. */
#include "observe/metrics.h"

#include <stdlib.h>
#include <string.h>

#include "observe/figures.h"
#include "observe/site.h"
#include "ptx/place.h"

enum { LAUNCHES_KEPT = 64 };

/* Counters of one launch: by place while it runs, by line when it has ended ([0]: the kernel). */
typedef struct LineCounts {
    uint32_t line;
    Counts counts;
} LineCounts;

typedef struct LaunchCounts {
    uint64_t id;
    char *kernel;
    LineCounts *lines;
    size_t line_count;
} LaunchCounts;

struct Metrics {
    SimObserver observer;
    SiteTable sites;
    Counts *counts; /* [site - 1] */
    size_t room;
    const SimLaunchInfo *launch;
    LaunchCounts kept[LAUNCHES_KEPT]; /* a ring */
    size_t kept_count, kept_next;
};

/* NULL: no memory; then the figure stays missing rather than wrong (see launch end). */
static Counts *counts_of(Metrics *metrics, const SimSite *site)
{
    uint32_t number = site_number(&metrics->sites, site);
    if (number == 0)
        return NULL;
    if (number > metrics->room) {
        size_t room = metrics->room ? metrics->room * 2 : 128;
        Counts *counts = realloc(metrics->counts, room * sizeof *counts);
        if (!counts)
            return NULL;
        memset(counts + metrics->room, 0, (room - metrics->room) * sizeof *counts);
        metrics->counts = counts;
        metrics->room = room;
    }
    return &metrics->counts[number - 1];
}

static void on_counts(void *self, const SimLaunchInfo *launch, const SimSite *site,
                      const SimCounts *told)
{
    (void)launch;
    Counts *counts = counts_of(self, site);
    if (!counts)
        return;
    counts_add_inst(counts, site->inst, told);
}

static void on_access(void *self, const SimWarpInfo *warp, const SimAccess *access)
{
    (void)warp;
    Counts *counts = counts_of(self, &access->site);
    if (counts)
        counts_add_access(counts, access);
}

static void on_launch_begin(void *self, const SimLaunchInfo *launch)
{
    Metrics *metrics = self;
    metrics->launch = launch;
    site_table_free(&metrics->sites);
    if (metrics->room)
        memset(metrics->counts, 0, metrics->room * sizeof *metrics->counts);
}

static LineCounts *line_of(LaunchCounts *launch, uint32_t line)
{
    for (size_t i = 0; i < launch->line_count; i++)
        if (launch->lines[i].line == line)
            return &launch->lines[i];
    LineCounts *lines = realloc(launch->lines, (launch->line_count + 1) * sizeof *lines);
    if (!lines)
        return NULL;
    launch->lines = lines;
    lines[launch->line_count] = (LineCounts){.line = line};
    return &lines[launch->line_count++];
}

static void launch_counts_free(LaunchCounts *launch)
{
    free(launch->kernel);
    free(launch->lines);
    *launch = (LaunchCounts){0};
}

/* The machine's compiler makes a reduction of an atomic whose result nobody uses. */
static void atomics_as_compiled(const SimSite *site, Counts *counts)
{
    uint64_t *atom = &counts->value[COUNT_GLOBAL_ATOM], *red = &counts->value[COUNT_GLOBAL_RED];
    if (site->inst->op != PTX_OP_ATOM || !inst_result_unused(site->function, site->inst))
        return;
    for (int i = 0; i < IN_FIELDS; i++) {
        red[i] += atom[i];
        atom[i] = 0;
    }
}

static void on_launch_end(void *self, const SimLaunchInfo *info)
{
    Metrics *metrics = self;
    LaunchCounts *launch = &metrics->kept[metrics->kept_next];
    launch_counts_free(launch);
    launch->id = info->id;
    launch->kernel = strndup(info->kernel->name.data, info->kernel->name.size);
    LineCounts *whole = line_of(launch, 0);
    for (uint32_t i = 1; whole && i <= metrics->sites.count; i++) {
        SimSite site = site_of(&metrics->sites, i);
        uint32_t line = ptx_place(site.module, site.inst).line;
        atomics_as_compiled(&site, &metrics->counts[i - 1]);
        LineCounts *own = line ? line_of(launch, line) : NULL;
        if (own)
            counts_add(&own->counts, &metrics->counts[i - 1]);
        counts_add(&launch->lines[0].counts, &metrics->counts[i - 1]);
    }
    metrics->kept_next = (metrics->kept_next + 1) % LAUNCHES_KEPT;
    if (metrics->kept_count < LAUNCHES_KEPT)
        metrics->kept_count++;
}

void metrics_each(const Metrics *metrics, void *state,
                  void (*each)(void *state, const ObserveMetric *metric))
{
    size_t first = (metrics->kept_next + LAUNCHES_KEPT - metrics->kept_count) % LAUNCHES_KEPT;
    for (size_t k = 0; k < metrics->kept_count; k++) {
        const LaunchCounts *launch = &metrics->kept[(first + k) % LAUNCHES_KEPT];
        for (size_t l = 0; l < launch->line_count; l++) {
            const LineCounts *line = &launch->lines[l];
            ObserveMetric metric = {
                .kernel = launch->kernel ? launch->kernel : "",
                .launch = launch->id,
                .line = line->line,
            };
            figures_each(&line->counts, &metric, state, each);
        }
    }
}

void metrics_clear(Metrics *metrics)
{
    for (int i = 0; i < LAUNCHES_KEPT; i++)
        launch_counts_free(&metrics->kept[i]);
    metrics->kept_count = metrics->kept_next = 0;
}

Metrics *metrics_new(void)
{
    Metrics *metrics = calloc(1, sizeof *metrics);
    if (!metrics)
        return NULL;
    metrics->observer = (SimObserver){
        .self = metrics,
        .launch_begin = on_launch_begin,
        .launch_end = on_launch_end,
        .counts = on_counts,
        .access = on_access,
    };
    return metrics;
}

void metrics_free(Metrics *metrics)
{
    if (!metrics)
        return;
    metrics_clear(metrics);
    site_table_free(&metrics->sites);
    free(metrics->counts);
    free(metrics);
}

const SimObserver *metrics_observer(const Metrics *metrics)
{
    return &metrics->observer;
}
