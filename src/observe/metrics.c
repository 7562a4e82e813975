/* Figures of a launch: counters for each place, read out for each line and for the kernel. */
#include "observe/metrics.h"

#include <stdlib.h>
#include <string.h>

#include "observe/bypass.h"
#include "observe/compiled.h"
#include "observe/figures.h"
#include "observe/say.h"
#include "observe/site.h"
#include "observe/wide.h"
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
    ObserveAccess *accesses;
    size_t access_count;
} LaunchCounts;

enum { LANES = 32, PERIOD = 32, FEW_RUNS = 8, MISSES_MOST = 16 };

/* How the lanes of the last access by all of them lay to each other, and what such accesses cost,
 * by the first lane's place in a sector. All addresses PERIOD bytes further on cost the same: their
 * words meet in the same way in other banks. */
typedef struct Pattern {
    SimAccessKind kind;
    PtxSpace space;
    uint32_t bytes;            /* 0: there was none */
    uint32_t follows, repeats; /* as hinted at */
    Counter first;
    uint32_t known;  /* bits: places that `traffic` is known of */
    uint32_t misses; /* accesses in a row that lay otherwise */
    uint64_t away[LANES];
    Traffic traffic[PERIOD];
} Pattern;

/* What is known of a place while the launch runs. */
typedef struct Spot {
    Counts counts;
    Pattern last;
    ObserveAccess worst; /* units 0: none yet */
    uint64_t executed;   /* by warps */
    uint64_t around;     /* by warps, if it stands in a body that a predicate is put before */
    bool has_part;       /* whether `part` is known */
    SharedPart part;
    uint8_t form[2]; /* of its atomics, [in shared memory]: AtomicForm + 1; 0: not known yet */
} Spot;

struct Metrics {
    SimObserver observer;
    SiteTable sites;
    Spot *spots; /* [site - 1] */
    size_t room;
    Compiled compiled; /* while the launch runs */
    Bypass bypass;
    const SimLaunchInfo *launch;
    LaunchCounts kept[LAUNCHES_KEPT]; /* a ring */
    size_t kept_count, kept_next;
};

/* NULL: no memory; then the figure stays missing rather than wrong (see launch end). */
static inline Spot *spot_of(Metrics *metrics, const SimSite *site)
{
    uint32_t number = site_number(&metrics->sites, site);
    if (number == 0)
        return NULL;
    if (number > metrics->room) {
        size_t room = metrics->room ? metrics->room * 2 : 128;
        Spot *spots = realloc(metrics->spots, room * sizeof *spots);
        if (!spots)
            return NULL;
        memset(spots + metrics->room, 0, (room - metrics->room) * sizeof *spots);
        metrics->spots = spots;
        metrics->room = room;
    }
    return &metrics->spots[number - 1];
}

/* Instructions for shared memory are counted where a predicate lets no lane through as well. */
static bool is_counted_off(const PtxFunction *function, const PtxInst *inst)
{
    return function->is_entry && inst->space == PTX_SPACE_SHARED &&
           (inst->op == PTX_OP_LD || inst->op == PTX_OP_ST);
}

/* What the branch goes around, [from, to), is executed by its warps, whichever way they go. */
static void count_around(Metrics *metrics, const SimSite *branch, uint32_t from, uint32_t to,
                         uint64_t executed)
{
    for (uint32_t i = from; i < to; i++) {
        SimSite site = {branch->module, branch->function, &branch->function->insts[i], NULL};
        Spot *spot = is_counted_off(site.function, site.inst) ? spot_of(metrics, &site) : NULL;
        if (spot)
            spot->around += executed;
    }
}

static void on_counts(void *self, const SimLaunchInfo *launch, const SimSite *site,
                      const SimCounts *told)
{
    Spot *spot = spot_of(self, site);
    uint32_t from, to;
    BranchForm form = branch_form(site->function, site->inst, launch->sm, &from, &to);
    if (!spot)
        return;
    counts_add_inst(&spot->counts, site->inst, told, form);
    spot->executed += told->executed;
    if (form == BRANCH_PREDICATES)
        count_around(self, site, from, to, told->executed);
}

/* More units for what is needed; of equals the one of more lanes. */
static bool is_worse(const ObserveAccess *worst, const SimAccess *access, Traffic traffic)
{
    uint64_t now = (uint64_t)traffic.units * worst->ideal;
    uint64_t before = (uint64_t)worst->units * traffic.ideal;
    if (worst->units == 0 || now != before)
        return worst->units == 0 ? traffic.units > 0 : now > before;
    return __builtin_popcount(access->mask) > __builtin_popcount(worst->mask);
}

static void keep_worst(ObserveAccess *worst, const SimWarpInfo *warp, const SimAccess *access,
                       Traffic traffic)
{
    const SimLaunchInfo *launch = warp->launch;
    *worst = (ObserveAccess){
        .launch = launch->id,
        .block = warp->block,
        .warp = warp->warp,
        .kind = access->kind,
        .space = access->space,
        .bytes = access->bytes,
        .mask = access->mask,
        .units = traffic.units,
        .ideal = traffic.ideal,
    };
    for (uint32_t left = access->mask; left; left &= left - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(left);
        worst->address[lane] = access->address[lane];
    }
}

static inline bool is_like(const Pattern *last, const SimAccess *access)
{
    const uint64_t *address = access->address;
    uint64_t differs = 0;
    if (last->bytes != access->bytes || last->kind != access->kind ||
        last->space != access->space || last->follows != access->follows ||
        last->repeats != access->repeats)
        return false;
    uint32_t starts = ~(access->follows | access->repeats);
    if (__builtin_popcount(starts) <= FEW_RUNS) {
        for (uint32_t left = starts & (starts - 1); left; left &= left - 1) {
            int lane = __builtin_ctz(left);
            differs |= (address[lane] - address[0]) ^ last->away[lane];
        }
        return !differs;
    }
    for (int i = 0; i < LANES; i++)
        differs |= (address[i] - address[0]) ^ last->away[i];
    return !differs;
}

static void keep_pattern(Pattern *last, const SimAccess *access)
{
    last->kind = access->kind;
    last->space = access->space;
    last->bytes = access->bytes;
    last->follows = access->follows;
    last->repeats = access->repeats;
    last->first = counts_first(access);
    last->known = 0;
    for (int i = 0; i < LANES; i++)
        last->away[i] = access->address[i] - access->address[0];
}

/* The instruction's own form; it is asked for once. */
static AtomicForm form_of(Metrics *metrics, Spot *spot, const SimWarpInfo *warp,
                          const SimAccess *access)
{
    bool atomic = access->kind == SIM_ACCESS_ATOMIC || access->kind == SIM_ACCESS_REDUCTION;
    uint8_t *known = &spot->form[access->space == PTX_SPACE_SHARED];
    if (!atomic || !access->inst)
        return ATOMIC_PLAIN;
    if (*known == 0)
        *known = 1 + (uint8_t)compiled_atomic(&metrics->compiled, warp->function, access->inst,
                                              access->space, warp->launch->sm);
    return (AtomicForm)(*known - 1);
}

/* Whether there is an instruction for this load or store, and not only for one that it is joined
 * with. */
static bool has_own_instruction(Metrics *metrics, Spot *spot, const SimWarpInfo *warp,
                                const SimAccess *access)
{
    if (access->space != PTX_SPACE_SHARED || !access->inst)
        return true;
    if (!spot->has_part) {
        spot->part = compiled_part(&metrics->compiled, warp->launch, warp->function, access->inst);
        spot->has_part = true;
    }
    return !spot->part.joined;
}

/* The access that the machine does in place of this one. */
typedef struct Widened {
    SimAccess access;
    uint64_t address[LANES];
} Widened;

static const SimAccess *widened(const SimAccess *access, SharedPart part, Widened *room)
{
    if (part.bytes == 0)
        return access;
    room->access = *access;
    room->access.bytes = part.bytes;
    room->access.follows = room->access.repeats = 0;
    room->access.low = room->access.high = 0;
    room->access.address = room->address;
    for (int i = 0; i < LANES; i++)
        room->address[i] = access->address[i] - part.skip;
    return &room->access;
}

static void add_access(Spot *spot, const SimWarpInfo *warp, const SimAccess *narrow,
                       AtomicForm form)
{
    Traffic traffic;
    Widened room;
    const SimAccess *access = widened(narrow, spot->part, &room);
    if (form == ATOMIC_RETRIED) {
        traffic = counts_add_retried(&spot->counts, access);
    } else {
        traffic = counts_traffic(access, form);
        counts_add_access(&spot->counts, counts_first(access), access, traffic);
    }
    if (is_worse(&spot->worst, access, traffic))
        keep_worst(&spot->worst, warp, access, traffic);
}

/* A copy past the L1 cache: its load is counted when its store tells where it goes. */
static void add_bypass(Metrics *metrics, Spot *spot, const SimWarpInfo *warp,
                       const SimAccess *access)
{
    const SimAccess *load = &metrics->bypass.load;
    if (access->kind == SIM_ACCESS_LOAD) {
        bypass_begin(&metrics->bypass, access);
        return;
    }
    if (load->mask == 0)
        return;
    Traffic traffic = counts_traffic(load, ATOMIC_PLAIN);
    traffic.units = bypass_sectors(&metrics->bypass, access);
    counts_add_access(&spot->counts, counts_first(load), load, traffic);
    if (is_worse(&spot->worst, load, traffic))
        keep_worst(&spot->worst, warp, load, traffic);
    metrics->bypass.load.mask = 0;
}

OBSERVE_WIDE static void on_access(void *self, const SimWarpInfo *warp, const SimAccess *access)
{
    Spot *spot = spot_of(self, &access->site);
    if (!spot || !has_own_instruction(self, spot, warp, access))
        return;
    if (bypass_is_part(access)) {
        add_bypass(self, spot, warp, access);
        return;
    }
    AtomicForm form = form_of(self, spot, warp, access);
    if (access->mask != UINT32_MAX || form == ATOMIC_RETRIED) {
        add_access(spot, warp, access, form);
        return;
    }
    Pattern *last = &spot->last;
    uint32_t phase = access->address[0] % PERIOD;
    if (is_like(last, access)) {
        last->misses = 0;
    } else if (++last->misses > MISSES_MOST && last->misses % MISSES_MOST) { /* never alike */
        add_access(spot, warp, access, form);
        return;
    } else {
        keep_pattern(last, access);
    }
    if (last->known >> phase & 1) { /* no worse than it was */
        counts_add_access(&spot->counts, last->first, access, last->traffic[phase]);
        return;
    }
    Widened room;
    last->known |= UINT32_C(1) << phase;
    last->traffic[phase] = counts_traffic(widened(access, spot->part, &room), form);
    add_access(spot, warp, access, form);
}

static void on_launch_begin(void *self, const SimLaunchInfo *launch)
{
    Metrics *metrics = self;
    metrics->launch = launch;
    site_table_free(&metrics->sites);
    compiled_forget(&metrics->compiled);
    if (metrics->room)
        memset(metrics->spots, 0, metrics->room * sizeof *metrics->spots);
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
    free(launch->accesses);
    *launch = (LaunchCounts){0};
}

/* The machine's compiler makes a reduction of an atomic whose result nobody uses; there is none
 * that swaps. */
static void atomics_as_compiled(const SimSite *site, Counts *counts)
{
    uint64_t *atom = &counts->value[COUNT_GLOBAL_ATOM], *red = &counts->value[COUNT_GLOBAL_RED];
    bool swaps = ptx_has(site->inst, PTX_MOD_EXCH) || ptx_has(site->inst, PTX_MOD_CAS);
    if (site->inst->op != PTX_OP_ATOM || swaps || !inst_result_unused(site->function, site->inst))
        return;
    for (int i = 0; i < IN_FIELDS; i++) {
        red[i] += atom[i];
        atom[i] = 0;
    }
}

static void instructions_as_compiled(const SimSite *site, Spot *spot)
{
    Counter first = site->inst->op == PTX_OP_LD ? COUNT_SHARED_LD : COUNT_SHARED_ST;
    if (site->inst->op == PTX_OP_LDMATRIX) /* these have figures of their own there */
        spot->counts.value[COUNT_SHARED_LD + IN_REQUEST] = 0;
    if (site->inst->op == PTX_OP_STMATRIX)
        spot->counts.value[COUNT_SHARED_ST + IN_REQUEST] = 0;
    if (!site->inner && is_counted_off(site->function, site->inst) && !spot->part.joined)
        spot->counts.value[first + IN_REQUEST] = spot->around ? spot->around : spot->executed;
}

/* Names are asked for when the launch ends: few of the accesses that were the worst stay it. */
static void name_access(const SimLaunchInfo *launch, ObserveAccess *access)
{
    uint64_t address = access->address[__builtin_ctz(access->mask)];
    if (access->space == PTX_SPACE_GLOBAL && launch->name_global)
        launch->name_global(launch->memory, address, access->name, sizeof access->name);
    else if (access->space == PTX_SPACE_SHARED)
        say_shared(access->name, sizeof access->name, launch, address, access->bytes);
}

static void keep_accesses(Metrics *metrics, LaunchCounts *launch, const SimLaunchInfo *info)
{
    launch->accesses = malloc((metrics->sites.count + 1) * sizeof *launch->accesses);
    for (uint32_t i = 1; launch->accesses && i <= metrics->sites.count; i++) {
        ObserveAccess *worst = &metrics->spots[i - 1].worst;
        SimSite site = site_of(&metrics->sites, i);
        worst->line = ptx_place(site.module, site.inst).line;
        if (worst->units == 0 || worst->line == 0)
            continue;
        name_access(info, worst);
        launch->accesses[launch->access_count++] = *worst;
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
        atomics_as_compiled(&site, &metrics->spots[i - 1].counts);
        instructions_as_compiled(&site, &metrics->spots[i - 1]);
        LineCounts *own = line ? line_of(launch, line) : NULL;
        if (own)
            counts_add(&own->counts, &metrics->spots[i - 1].counts);
        counts_add(&launch->lines[0].counts, &metrics->spots[i - 1].counts);
    }
    keep_accesses(metrics, launch, info);
    compiled_forget(&metrics->compiled);
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

void metrics_each_access(const Metrics *metrics, void *state,
                         void (*each)(void *state, const ObserveAccess *access))
{
    size_t first = (metrics->kept_next + LAUNCHES_KEPT - metrics->kept_count) % LAUNCHES_KEPT;
    for (size_t k = 0; k < metrics->kept_count; k++) {
        const LaunchCounts *launch = &metrics->kept[(first + k) % LAUNCHES_KEPT];
        for (size_t i = 0; i < launch->access_count; i++)
            each(state, &launch->accesses[i]);
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
    compiled_forget(&metrics->compiled);
    site_table_free(&metrics->sites);
    free(metrics->spots);
    free(metrics);
}

const SimObserver *metrics_observer(const Metrics *metrics)
{
    return &metrics->observer;
}
