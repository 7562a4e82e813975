/* Figures of a launch: counters for each place, read out for each line and for the kernel. */
#include "observe/metrics.h"

#include <stdlib.h>
#include <string.h>

#include "observe/compiled.h"
#include "observe/copy.h"
#include "observe/copy_form.h"
#include "observe/figures.h"
#include "observe/loop_form.h"
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

enum { LANES = 32, PERIOD = 128, WORD = 4, FEW_RUNS = 8, MISSES_MOST = 16 };

/* How the lanes of the last access by all of them lay to each other, and what such accesses cost,
 * by the word of a line that the first lane's address begins. All addresses PERIOD bytes further on
 * cost the same: their words meet in the same way in the same banks. */
typedef struct Pattern {
    SimAccessKind kind;
    PtxSpace space;
    uint32_t bytes;            /* 0: there was none */
    uint32_t follows, repeats; /* as hinted at */
    Counter first;
    uint32_t known;  /* bits: places that `traffic` is known of */
    uint32_t misses; /* accesses in a row that lay otherwise */
    uint64_t away[LANES];
    Traffic traffic[PERIOD / WORD];
} Pattern;

/* What is known of a place while the launch runs. */
typedef struct Spot {
    Counts counts;
    Pattern last;
    ObserveAccess worst; /* units 0: none yet */
    uint64_t executed;   /* by warps */
    uint64_t threads;    /* that executed it */
    uint64_t gone;       /* of a branch: warps all of whose lanes took it */
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
    Copy copy;
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

/* Instructions that load, store and copy are counted where a predicate lets no lane through as
 * well. */
static bool is_counted_off(const PtxFunction *function, const PtxInst *inst)
{
    bool moves = inst->op == PTX_OP_LD || inst->op == PTX_OP_ST || inst->op == PTX_OP_CP;
    return moves && function->is_entry && inst->space != PTX_SPACE_PARAM;
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
    spot->threads += told->threads;
    spot->gone += told->branches - told->divergent;
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

/* The bytes of a generic access count as those of every memory that it could reach. */
static void add_generic(Spot *spot, const SimAccess *access, Traffic traffic)
{
    static const Counter loads[] = {COUNT_GLOBAL_LD, COUNT_SHARED_LD, COUNT_LOCAL_LD};
    static const Counter stores[] = {COUNT_GLOBAL_ST, COUNT_SHARED_ST, COUNT_LOCAL_ST};
    bool reads = access->kind == SIM_ACCESS_LOAD;
    if (!access->inst || access->inst->space != PTX_SPACE_GENERIC ||
        (!reads && access->kind != SIM_ACCESS_STORE))
        return;
    for (size_t i = 0; i < sizeof loads / sizeof *loads; i++) {
        Counter first = reads ? loads[i] : stores[i];
        if (first != counts_first(access))
            spot->counts.value[first + IN_DATA] += traffic.bytes;
    }
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
    add_generic(spot, access, traffic);
    if (is_worse(&spot->worst, access, traffic))
        keep_worst(&spot->worst, warp, access, traffic);
}

/* A copy's load is counted when its store tells where it goes. */
static void add_copy(Metrics *metrics, Spot *spot, const SimWarpInfo *warp, const SimAccess *access)
{
    const SimAccess *load = &metrics->copy.load;
    if (access->kind == SIM_ACCESS_LOAD) {
        copy_begin(&metrics->copy, access);
        return;
    }
    counts_add_access(&spot->counts, COUNT_COPY_STORE, access, copy_passes(&metrics->copy, access));
    if (load->mask == 0)
        return;
    bool past = copy_is_past_cache(load);
    Traffic traffic = counts_traffic(load, ATOMIC_PLAIN);
    if (past)
        copy_past_cache(&metrics->copy, access, &traffic);
    counts_add_access(&spot->counts, counts_first(load), load, traffic);
    counts_add_access(&spot->counts, past ? COUNT_COPY_BYPASS : COUNT_COPY_ACCESS, load, traffic);
    if (is_worse(&spot->worst, load, traffic))
        keep_worst(&spot->worst, warp, load, traffic);
    metrics->copy.load.mask = 0;
}

/* From capability 9.0 on a unit of their own has the operations on mbarriers. */
static bool is_barrier_of_unit(const SimWarpInfo *warp, const SimAccess *access)
{
    return access->inst && access->inst->op == PTX_OP_MBARRIER && warp->launch->sm >= 90;
}

OBSERVE_WIDE static void on_access(void *self, const SimWarpInfo *warp, const SimAccess *access)
{
    if (is_barrier_of_unit(warp, access))
        return;
    Spot *spot = spot_of(self, &access->site);
    if (!spot || !has_own_instruction(self, spot, warp, access))
        return;
    if (copy_is_part(access)) {
        add_copy(self, spot, warp, access);
        return;
    }
    AtomicForm form = form_of(self, spot, warp, access);
    if (access->mask != UINT32_MAX || form == ATOMIC_RETRIED || access->address[0] % WORD) {
        add_access(spot, warp, access, form);
        return;
    }
    Pattern *last = &spot->last;
    uint32_t phase = access->address[0] % PERIOD / WORD;
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
        add_generic(spot, access, last->traffic[phase]);
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

/* Matrices' loads and stores have figures of their own there. */
static void matrix_as_compiled(Spot *spot, Counter of, Counter own)
{
    uint64_t *at = spot->counts.value;
    at[of + IN_REQUEST] = at[of + IN_ISSUED] = 0;
    for (int i = 0; i < IN_FIELDS; i++)
        at[own + i] = at[of + i];
    at[own + IN_ISSUED] = spot->executed;
}

/* Where instructions of this kind are counted, a predicate or not; NO_COUNTER: nowhere. */
static Counter issued_counter(const PtxInst *inst)
{
    bool loads = inst->op == PTX_OP_LD;
    if (inst->op == PTX_OP_CP)
        return copy_is_made_by(inst) ? COUNT_COPY_STORE + IN_ISSUED : NO_COUNTER;
    switch (inst->space) {
    case PTX_SPACE_SHARED:
        return (loads ? COUNT_SHARED_LD : COUNT_SHARED_ST) + IN_REQUEST;
    case PTX_SPACE_GLOBAL:
        return (loads ? COUNT_GLOBAL_LD : COUNT_GLOBAL_ST) + IN_ISSUED;
    case PTX_SPACE_LOCAL:
        return (loads ? COUNT_LOCAL_LD : COUNT_LOCAL_ST) + IN_ISSUED;
    case PTX_SPACE_GENERIC:
        return loads ? COUNT_GENERIC_LD : COUNT_GENERIC_ST;
    default:
        return NO_COUNTER;
    }
}

/* Arithmetic is counted with the threads that need its result. */
static void place_as_compiled(Metrics *metrics, const SimSite *site, Spot *spot, uint32_t sm)
{
    uint32_t width, lanes;
    if (site->inner || inst_flop(site->inst, &width, &lanes) == FLOP_NONE)
        return;
    SimSite there = *site;
    there.inst = compiled_place(&metrics->compiled, site->function, site->inst, sm);
    uint32_t number = there.inst == site->inst ? 0 : site_known(&metrics->sites, &there);
    if (number && metrics->spots[number - 1].threads < spot->threads)
        counts_move_inst(&spot->counts, site->inst, spot->threads,
                         metrics->spots[number - 1].threads);
}

/* Warps that come into the loop from the straight code before it; 0: not known. */
static uint64_t entries_of(const Metrics *metrics, const SimSite *back, const LoopForm *form)
{
    SimSite before = *back;
    if (form->head == 0)
        return 0;
    before.inst = &back->function->insts[form->head - 1];
    uint32_t number = site_known(&metrics->sites, &before);
    return number ? metrics->spots[number - 1].executed - metrics->spots[number - 1].gone : 0;
}

/* Of a loop whose lanes all have the same number of rounds. */
static void loop_as_compiled(const Metrics *metrics, const SimSite *site, Spot *spot, uint32_t sm)
{
    uint64_t *at = spot->counts.value;
    if (site->inner || at[COUNT_BRANCH] == 0 || at[COUNT_BRANCH_DIVERGENT] > 0)
        return;
    LoopForm form = loop_form(site->function, site->inst, sm);
    uint64_t entries = form.unrolled ? entries_of(metrics, site, &form) : 0;
    if (entries == 0)
        return;
    uint64_t rounds = at[COUNT_BRANCH] / entries, more = at[COUNT_BRANCH] % entries;
    at[COUNT_BRANCH] = at[COUNT_BRANCH_UNIFORM] =
        (entries - more) * loop_branches(&form, rounds) + more * loop_branches(&form, rounds + 1);
}

static void instructions_as_compiled(const SimSite *site, Spot *spot, uint32_t sm)
{
    uint64_t *at = spot->counts.value;
    at[COUNT_SHARED_LD + IN_ISSUED] = at[COUNT_SHARED_LD + IN_REQUEST]; /* for a lane or more */
    at[COUNT_SHARED_ST + IN_ISSUED] = at[COUNT_SHARED_ST + IN_REQUEST];
    uint64_t issued = spot->around ? spot->around : spot->executed;
    Counter counter = issued_counter(site->inst);
    if (site->inst->op == PTX_OP_LDMATRIX)
        matrix_as_compiled(spot, COUNT_SHARED_LD, COUNT_LDMATRIX);
    if (site->inst->op == PTX_OP_STMATRIX)
        matrix_as_compiled(spot, COUNT_SHARED_ST, COUNT_STMATRIX);
    if (site->inst->space == PTX_SPACE_GENERIC) /* they are not those of the memory reached */
        at[COUNT_SHARED_LD + IN_REQUEST] = at[COUNT_SHARED_ST + IN_REQUEST] = 0;
    if (!site->inner && counter != NO_COUNTER && is_counted_off(site->function, site->inst) &&
        !spot->part.joined)
        at[counter] = issued;
    if (!site->inner)
        at[COUNT_SHARED_LD + IN_REQUEST] +=
            issued * copy_idle_loads(site->function, site->inst, sm);
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
        instructions_as_compiled(&site, &metrics->spots[i - 1], info->sm);
        place_as_compiled(metrics, &site, &metrics->spots[i - 1], info->sm);
        loop_as_compiled(metrics, &site, &metrics->spots[i - 1], info->sm);
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
