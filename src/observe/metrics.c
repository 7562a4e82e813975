/* Figures of a launch: counters for each place, read out for each line and for the kernel. */
#include "observe/metrics.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "observe/site.h"
#include "observe/traffic.h"
#include "ptx/place.h"

enum { LAUNCHES_KEPT = 64 };

typedef enum Counter {
    COUNT_INST,
    COUNT_THREAD_INST,
    COUNT_BRANCH,
    COUNT_BRANCH_DIVERGENT,
    COUNT_GLOBAL_LD_REQUEST,
    COUNT_GLOBAL_LD_SECTOR,
    COUNT_GLOBAL_LD_IDEAL,
    COUNT_GLOBAL_ST_REQUEST,
    COUNT_GLOBAL_ST_SECTOR,
    COUNT_GLOBAL_ST_IDEAL,
    COUNT_GLOBAL_ATOM_REQUEST,
    COUNT_GLOBAL_ATOM_SECTOR,
    COUNT_GLOBAL_RED_REQUEST,
    COUNT_GLOBAL_RED_SECTOR,
    COUNT_SHARED_LD,
    COUNT_SHARED_LD_WAVE,
    COUNT_SHARED_LD_CONFLICT,
    COUNT_SHARED_ST,
    COUNT_SHARED_ST_WAVE,
    COUNT_SHARED_ST_CONFLICT,
    COUNT_SHARED_ATOM,
    COUNTERS,
    NO_COUNTER = COUNTERS
} Counter;

typedef struct Counts {
    uint64_t value[COUNTERS];
} Counts;

/* A figure: a counter, or one over another; beside it the counter that holds its ideal. */
typedef struct FigureRow {
    const char *name;
    Counter over, under, ideal;
} FigureRow;

static const FigureRow figures[] = {
    {"smsp__inst_executed.sum", COUNT_INST, NO_COUNTER, NO_COUNTER},
    {"smsp__thread_inst_executed.sum", COUNT_THREAD_INST, NO_COUNTER, NO_COUNTER},
    {"smsp__thread_inst_executed_per_inst_executed.ratio", COUNT_THREAD_INST, COUNT_INST,
     NO_COUNTER},
    {"smsp__sass_branch_targets.sum", COUNT_BRANCH, NO_COUNTER, NO_COUNTER},
    {"smsp__sass_branch_targets_threads_divergent.sum", COUNT_BRANCH_DIVERGENT, NO_COUNTER,
     NO_COUNTER},
    {"l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum", COUNT_GLOBAL_LD_REQUEST, NO_COUNTER,
     NO_COUNTER},
    {"l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", COUNT_GLOBAL_LD_SECTOR, NO_COUNTER,
     COUNT_GLOBAL_LD_IDEAL},
    {"l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_ld.ratio", COUNT_GLOBAL_LD_SECTOR,
     COUNT_GLOBAL_LD_REQUEST, COUNT_GLOBAL_LD_IDEAL},
    {"l1tex__t_requests_pipe_lsu_mem_global_op_st.sum", COUNT_GLOBAL_ST_REQUEST, NO_COUNTER,
     NO_COUNTER},
    {"l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum", COUNT_GLOBAL_ST_SECTOR, NO_COUNTER,
     COUNT_GLOBAL_ST_IDEAL},
    {"l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_st.ratio", COUNT_GLOBAL_ST_SECTOR,
     COUNT_GLOBAL_ST_REQUEST, COUNT_GLOBAL_ST_IDEAL},
    {"l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum", COUNT_GLOBAL_ATOM_REQUEST, NO_COUNTER,
     NO_COUNTER},
    {"l1tex__t_sectors_pipe_lsu_mem_global_op_atom.sum", COUNT_GLOBAL_ATOM_SECTOR, NO_COUNTER,
     NO_COUNTER},
    {"l1tex__t_requests_pipe_lsu_mem_global_op_red.sum", COUNT_GLOBAL_RED_REQUEST, NO_COUNTER,
     NO_COUNTER},
    {"l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum", COUNT_GLOBAL_RED_SECTOR, NO_COUNTER,
     NO_COUNTER},
    {"smsp__inst_executed_op_shared_ld.sum", COUNT_SHARED_LD, NO_COUNTER, NO_COUNTER},
    {"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum", COUNT_SHARED_LD_WAVE, NO_COUNTER,
     NO_COUNTER},
    {"l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum", COUNT_SHARED_LD_CONFLICT,
     NO_COUNTER, NO_COUNTER},
    {"smsp__inst_executed_op_shared_st.sum", COUNT_SHARED_ST, NO_COUNTER, NO_COUNTER},
    {"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum", COUNT_SHARED_ST_WAVE, NO_COUNTER,
     NO_COUNTER},
    {"l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum", COUNT_SHARED_ST_CONFLICT,
     NO_COUNTER, NO_COUNTER},
    {"smsp__inst_executed_op_shared_atom.sum", COUNT_SHARED_ATOM, NO_COUNTER, NO_COUNTER},
};
enum { FIGURES = sizeof figures / sizeof *figures };

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
    counts->value[COUNT_INST] += told->executed;
    counts->value[COUNT_THREAD_INST] += told->threads;
    counts->value[COUNT_BRANCH] += told->branches;
    counts->value[COUNT_BRANCH_DIVERGENT] += told->divergent;
}

static void count_global(Counts *counts, const SimAccess *access)
{
    static const Counter first[] = {
        [SIM_ACCESS_LOAD] = COUNT_GLOBAL_LD_REQUEST,
        [SIM_ACCESS_STORE] = COUNT_GLOBAL_ST_REQUEST,
        [SIM_ACCESS_ATOMIC] = COUNT_GLOBAL_ATOM_REQUEST,
        [SIM_ACCESS_REDUCTION] = COUNT_GLOBAL_RED_REQUEST,
    };
    Traffic traffic = traffic_sectors(access);
    Counter at = first[access->kind];
    counts->value[at]++;
    counts->value[at + 1] += traffic.units;
    if (access->kind == SIM_ACCESS_LOAD || access->kind == SIM_ACCESS_STORE)
        counts->value[at + 2] += traffic.ideal;
}

static void count_shared(Counts *counts, const SimAccess *access)
{
    if (access->kind == SIM_ACCESS_ATOMIC || access->kind == SIM_ACCESS_REDUCTION) {
        counts->value[COUNT_SHARED_ATOM]++;
        return;
    }
    Traffic traffic = traffic_wavefronts(access);
    Counter at = access->kind == SIM_ACCESS_LOAD ? COUNT_SHARED_LD : COUNT_SHARED_ST;
    counts->value[at]++;
    counts->value[at + 1] += traffic.units;
    counts->value[at + 2] += traffic.units - traffic.ideal;
}

static void on_access(void *self, const SimWarpInfo *warp, const SimAccess *access)
{
    (void)warp;
    Counts *counts = counts_of(self, &access->site);
    if (!counts)
        return;
    if (access->space == PTX_SPACE_GLOBAL)
        count_global(counts, access);
    else if (access->space == PTX_SPACE_SHARED)
        count_shared(counts, access);
}

static void on_launch_begin(void *self, const SimLaunchInfo *launch)
{
    Metrics *metrics = self;
    metrics->launch = launch;
    site_table_free(&metrics->sites);
    if (metrics->room)
        memset(metrics->counts, 0, metrics->room * sizeof *metrics->counts);
}

static void add(Counts *into, const Counts *from)
{
    for (int i = 0; i < COUNTERS; i++)
        into->value[i] += from->value[i];
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
        LineCounts *own = line ? line_of(launch, line) : NULL;
        if (own)
            add(&own->counts, &metrics->counts[i - 1]);
        add(&launch->lines[0].counts, &metrics->counts[i - 1]);
    }
    metrics->kept_next = (metrics->kept_next + 1) % LAUNCHES_KEPT;
    if (metrics->kept_count < LAUNCHES_KEPT)
        metrics->kept_count++;
}

static bool figure(const FigureRow *row, const Counts *counts, ObserveMetric *out)
{
    uint64_t under = row->under == NO_COUNTER ? 1 : counts->value[row->under];
    out->name = row->name;
    out->ideal = NAN;
    if (under == 0)
        return false; /* a ratio of nothing is missing, not 0 */
    out->value = (double)counts->value[row->over] / (double)under;
    if (row->ideal != NO_COUNTER)
        out->ideal = (double)counts->value[row->ideal] / (double)under;
    return true;
}

static bool is_idle(const Counts *counts)
{
    for (int i = COUNT_BRANCH; i < COUNTERS; i++)
        if (counts->value[i])
            return false;
    return counts->value[COUNT_INST] == 0;
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
            for (int f = 0; f < FIGURES; f++) {
                bool used = line->line == 0 || !is_idle(&line->counts);
                if (used && figure(&figures[f], &line->counts, &metric))
                    each(state, &metric);
            }
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
