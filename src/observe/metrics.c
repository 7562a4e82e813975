/* Figures of a launch: counters for each place, read out for each line and for the kernel. */
#include "observe/metrics.h"

#include <stdlib.h>
#include <string.h>

#include "observe/as_compiled.h"
#include "observe/compiled.h"
#include "observe/copy.h"
#include "observe/look.h"
#include "observe/say.h"
#include "observe/spot.h"
#include "observe/wide.h"
#include "ptx/place.h"

enum { LANES = PATTERN_LANES, LAUNCHES_KEPT = 64, MISSES_MOST = 16 };

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

struct Metrics {
    SimObserver observer;
    Spots spots;
    Compiled compiled; /* while the launch runs */
    Copy copy;
    const SimLaunchInfo *launch;
    LaunchCounts kept[LAUNCHES_KEPT]; /* a ring */
    size_t kept_count, kept_next;
};

/* What the branch goes around, [from, to), is executed by its warps, whichever way they go. */
static void count_around(Metrics *metrics, const SimSite *branch, uint32_t from, uint32_t to,
                         uint64_t executed)
{
    for (uint32_t i = from; i < to; i++) {
        SimSite site = {branch->module, branch->function, &branch->function->insts[i], NULL};
        Spot *spot = counts_when_off(site.inst) ? spot_of(&metrics->spots, &site) : NULL;
        if (spot)
            spot->around += executed;
    }
}

static void on_counts(void *self, const SimLaunchInfo *launch, const SimSite *site,
                      const SimCounts *told)
{
    Metrics *metrics = self;
    Spot *spot = spot_of(&metrics->spots, site);
    uint32_t from, to;
    BranchForm form = branch_form(site->function, site->inst, launch->sm, &from, &to);
    if (!spot)
        return;
    counts_add_inst(&spot->counts, site->inst, told, form);
    spot->executed += told->executed;
    spot->threads += told->threads;
    spot->gone += told->branches - told->divergent;
    if (form == BRANCH_PREDICATES)
        count_around(metrics, site, from, to, told->executed);
}

/* Atomics of global memory have the addresses as their ideal: contention. */
static uint32_t least_of(const SimAccess *access, Traffic traffic)
{
    bool atomic = access->kind == SIM_ACCESS_ATOMIC || access->kind == SIM_ACCESS_REDUCTION;
    return atomic && access->space != PTX_SPACE_SHARED ? traffic.packed : traffic.ideal;
}

/* More units for what is needed; of equals the one of more lanes. */
static bool is_worse(const ObserveAccess *worst, const SimAccess *access, Traffic traffic)
{
    uint64_t now = (uint64_t)traffic.units * worst->ideal;
    uint64_t before = (uint64_t)worst->units * least_of(access, traffic);
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
        .ideal = least_of(access, traffic),
    };
    for (uint32_t left = access->mask; left; left &= left - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(left);
        worst->address[lane] = access->address[lane];
    }
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
    if (!access->inst || (access->space != PTX_SPACE_SHARED && access->inst->vector <= 1))
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
        room->address[i] = access->address[i] - (uint64_t)part.skip;
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

static void add_part(Spot *spot, const SimWarpInfo *warp, const SimAccess *told, SharedPart part,
                     AtomicForm form)
{
    Traffic traffic;
    Widened room;
    const SimAccess *access = widened(told, part, &room);
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

static void add_access(Spot *spot, const SimWarpInfo *warp, const SimAccess *access,
                       AtomicForm form)
{
    SharedPart other = spot->part;
    add_part(spot, warp, access, spot->part, form);
    other.skip = (int8_t)(other.skip - other.other);
    if (other.other)
        add_part(spot, warp, access, other, form);
}

/* Of a vector the machine loads less. */
static bool is_narrowed(const Spot *spot, const SimAccess *access)
{
    return spot->part.bytes && spot->part.bytes < access->bytes;
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
    Metrics *metrics = self;
    if (is_barrier_of_unit(warp, access))
        return;
    Spot *spot = spot_of(&metrics->spots, &access->site);
    if (!spot || !has_own_instruction(metrics, spot, warp, access))
        return;
    if (copy_is_part(access)) {
        add_copy(metrics, spot, warp, access);
        return;
    }
    AtomicForm form = form_of(metrics, spot, warp, access);
    if (access->mask != UINT32_MAX || form == ATOMIC_RETRIED || is_narrowed(spot, access) ||
        access->address[0] % PATTERN_WORD) {
        add_access(spot, warp, access, form);
        return;
    }
    Pattern *last = &spot->last;
    uint32_t phase = access->address[0] % PATTERN_PERIOD / PATTERN_WORD;
    if (pattern_is(last, access)) {
        last->misses = 0;
    } else if (++last->misses > MISSES_MOST && last->misses % MISSES_MOST) { /* never alike */
        add_access(spot, warp, access, form);
        return;
    } else {
        pattern_keep(last, access);
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

/* Whether the instruction names the first level by a number. */
static bool is_first_level(Spot *spot, const SimWarpInfo *warp, const SimLook *look)
{
    if (look->at_level && spot->level == 0)
        spot->level = look_is_first_level(warp->function, look->inst) ? 1 : 2;
    return look->at_level && spot->level == 1;
}

static void on_look(void *self, const SimWarpInfo *warp, const SimLook *look)
{
    Metrics *metrics = self;
    Spot *spot = spot_of(&metrics->spots, &look->site);
    uint32_t requests, sectors;
    (void)warp;
    if (!spot)
        return;
    uint64_t *at = &spot->counts.value[look_first(look)];
    spot->counts.value[COUNT_LOOK_UNKNOWN] += !look_is_known(look);
    look_count(look, is_first_level(spot, warp, look), &requests, &sectors);
    at[IN_ISSUED]++;
    at[IN_REQUEST] += requests;
    at[IN_SECTORS] += sectors;
}

static void on_launch_begin(void *self, const SimLaunchInfo *launch)
{
    Metrics *metrics = self;
    metrics->launch = launch;
    spots_clear(&metrics->spots);
    compiled_forget(&metrics->compiled);
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

/* Names are asked for when the launch ends: few of the accesses that were the worst stay it. */
static void name_access(const SimLaunchInfo *launch, ObserveAccess *access)
{
    uint64_t address = access->address[__builtin_ctz(access->mask)];
    bool is_global = access->space == PTX_SPACE_GLOBAL || access->space == PTX_SPACE_CONST;
    if (is_global && launch->name_global)
        launch->name_global(launch, address, access->bytes, access->name, sizeof access->name);
    else if (access->space == PTX_SPACE_SHARED)
        say_shared(access->name, sizeof access->name, launch, address, access->bytes);
}

static void keep_accesses(Metrics *metrics, LaunchCounts *launch, const SimLaunchInfo *told)
{
    SimLaunchInfo info = *told;
    info.elements = told->elements_at_hand;
    launch->accesses = malloc((metrics->spots.sites.count + 1) * sizeof *launch->accesses);
    for (uint32_t i = 1; launch->accesses && i <= metrics->spots.sites.count; i++) {
        ObserveAccess *worst = &metrics->spots.at[i - 1].worst;
        SimSite site = site_of(&metrics->spots.sites, i);
        worst->line = ptx_place(site.module, site.inst).line;
        if (worst->units == 0 || worst->line == 0)
            continue;
        name_access(&info, worst);
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
    for (uint32_t i = 1; whole && i <= metrics->spots.sites.count; i++) {
        SimSite site = site_of(&metrics->spots.sites, i);
        uint32_t line = ptx_place(site.module, site.inst).line;
        spot_as_compiled(&metrics->spots, i, &metrics->compiled, info->sm);
        LineCounts *own = line ? line_of(launch, line) : NULL;
        if (own)
            counts_add(&own->counts, &metrics->spots.at[i - 1].counts);
        counts_add(&launch->lines[0].counts, &metrics->spots.at[i - 1].counts);
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
        .look = on_look,
    };
    return metrics;
}

void metrics_free(Metrics *metrics)
{
    if (!metrics)
        return;
    metrics_clear(metrics);
    compiled_forget(&metrics->compiled);
    spots_free(&metrics->spots);
    free(metrics);
}

const SimObserver *metrics_observer(const Metrics *metrics)
{
    return &metrics->observer;
}
