/* Races in shared and global memory: what the checker is told, handed on to the rules. */
#include "observe/race.h"

#include <stdlib.h>
#include <string.h>

#include "observe/lane_run.h"
#include "observe/race_quiet.h"
#include "observe/race_sated.h"
#include "observe/race_simple.h"
#include "observe/steer.h"

enum {
    GLOBAL_PAGE_BITS = 12,
    GLOBAL_RECENT_BITS = 13, /* for 32 MB of data */
    SHARED_RECENT_BITS = 4,
    SHARED_LEAST_BITS = 9,
    SHARED_MOST_BITS = 15,
    FEW_RUNS = 8,
    CACHE_LINE = 64,
    FAR = 4096,             /* the processor itself looks no further ahead */
    SHARED_KEPT = 64 << 10, /* bytes of a block's shadow */
    LOGGED_BADLY = 256,     /* reads noted for nothing in a launch that may be */
};

static SharedShadow *shared_of(Race *race, uint32_t block)
{
    for (size_t i = 0; i < race->shared_count; i++)
        if (race->shared[i]->used && race->shared[i]->block == block)
            return race->shared[i];
    return NULL;
}

static void forget_current(Race *race)
{
    race->current_order = NULL;
    race->touch.viewed = false;
}

/* Makes the block the current one. False: it isn't resident. */
static bool enter_block(Race *race, uint32_t linear)
{
    if (race->current_order && race->current == linear)
        return true;
    race->current = linear;
    race->current_order = order_block(race->order, linear);
    race->current_shared = shared_of(race, linear);
    return race->current_order != NULL;
}

static RaceStrength strength_of(const SimAccess *access)
{
    if (access->kind == SIM_ACCESS_ATOMIC || access->kind == SIM_ACCESS_REDUCTION)
        return RACE_ATOMICALLY;
    return access->order == SIM_ORDER_WEAK       ? RACE_WEAK
           : access->order == SIM_ORDER_VOLATILE ? RACE_STRONG
                                                 : RACE_ATOMICALLY;
}

/* Whatever the scope of what they order, operations on mbarriers are atomic to each other. */
static bool is_narrow(const SimAccess *access, RaceStrength strength)
{
    const PtxInst *inst = access->inst;
    return strength == RACE_ATOMICALLY && access->scope == SIM_SCOPE_CTA &&
           !(inst && inst->op == PTX_OP_MBARRIER);
}

/* What the function around a strong access tells of it. */
static void look_around(Race *race, const SimWarpInfo *warp, const SimAccess *access,
                        RaceStrength strength, uint32_t site)
{
    bool plain = strength == RACE_WEAK || !access->inst || !warp->function ||
                 access->inst != access->site.inst;
    const Flow *flow = plain ? NULL : flow_of(&race->flows, warp->function);
    if (!flow)
        return;
    if (strength == RACE_STRONG) {
        race->data[site] = steer_is_data(flow, access->inst);
        race->fenced[site] =
            access->kind == SIM_ACCESS_STORE && steer_is_fenced(flow, access->inst);
    }
    race->blind[site] = access->kind == SIM_ACCESS_ATOMIC && access->inst->op == PTX_OP_ATOM &&
                        !steer_is_used(flow, access->inst);
}

/* A place's number in slots, which tells its strength too. */
static uint32_t site_for(Race *race, const SimWarpInfo *warp, const SimAccess *access,
                         RaceStrength strength)
{
    uint32_t site = site_number(&race->sites, &access->site);
    if (site == 0 || site > RACE_SITE_MAX)
        return RACE_SITE_MAX + 1 + strength;
    if (race->strength[site] == 0) {
        race->strength[site] = (uint8_t)(strength + 1);
        race->narrow[site] = is_narrow(access, strength);
        look_around(race, warp, access, strength, site);
    }
    return race->strength[site] == strength + 1 ? site : RACE_SITE_MAX + 1 + strength;
}

static void touch_lanes(Race *race, Touch *touch)
{
    const SimAccess *access = touch->access;
    for (uint32_t left = access->mask; left && race->on; left &= left - 1)
        race_touch_lane(race, touch, (uint32_t)__builtin_ctz(left));
}

static void touch_runs(Race *race, Touch *touch)
{
    const SimAccess *access = touch->access;
    uint32_t left = access->mask;
    uint32_t starts = left & ~(access->follows | access->repeats);
    for (int i = 0; i < FEW_RUNS; i++)
        starts &= starts - 1;
    if (access->bytes == 4 && starts) {
        race_touch_words(race, touch, left);
        left = 0;
    }
    while (left && race->on) {
        uint32_t lane = (uint32_t)__builtin_ctz(left);
        bool repeated = lane < 31 && access->repeats >> (lane + 1) & 1;
        LaneRun run = lane_run_next(access, repeated ? access->repeats : access->follows, &left);
        if (repeated)
            race_touch_repeated(race, touch, run.lane, run.count);
        else
            race_touch_run(race, touch, run.lane, run.start, run.end);
        race_hear_own(touch);
    }
}

/* What of a touch is the warp's, which accesses one thing after another. False: its block isn't
 * resident. */
static inline bool view_warp(Race *race, const SimWarpInfo *warp)
{
    Touch *touch = &race->touch;
    if (touch->viewed && race->current == warp->block_linear && touch->view.warp == warp->warp)
        return true;
    if (!enter_block(race, warp->block_linear))
        return false;
    touch->block = race->current_order;
    touch->first = who_lane0(warp);
    touch->clock = order_clock(touch->block, warp->warp);
    touch->view = order_view(race->order, touch->block, warp->warp);
    touch->past_known = false;
    touch->sates = race->simple && touch->clock == touch->view.begun[warp->warp];
    return touch->viewed = true;
}

/* The next access from the same place mostly lies as far from this one as this from the last one.
 * Where that is far, the processor is told to fetch its shadow and the kernel's data, which
 * it would do of itself if not for all that the checkers do between two of the kernel's accesses.
 */
static void fetch_ahead(Race *race, uint32_t site, uint64_t low)
{
    const uint64_t step = low - race->last[site];
    const unsigned char *next = (const unsigned char *)(uintptr_t)(low + step);
    race->last[site] = low;
    if (step + FAR <= 2 * FAR)
        return;
    __builtin_prefetch(next);
    __builtin_prefetch(next + CACHE_LINE);
    strips_fetch_page(&race->global, low + 2 * step);
    strips_fetch_slot(&race->global, low + step, race->touch.writes ? RACE_WRITE : RACE_READ);
}

/* A plain update of a volatile place: count = count + 1. */
static bool is_update(Race *race, const SimWarpInfo *warp, const SimAccess *access,
                      RaceStrength strength)
{
    if (strength != RACE_STRONG || access->kind != SIM_ACCESS_STORE || !access->inst ||
        !warp->function)
        return false;
    const Flow *flow = flow_of(&race->flows, warp->function);
    return flow && flow_is_update(flow, access->inst);
}

/* -- reads of shared memory that are only noted: race_log.h */

static void drop_logged(Race *race, SharedShadow *shadow)
{
    race->logged_well += shadow->log.reads;
    race_log_clear(&shadow->log);
}

/* As when it came: nothing that it could conflict with was done since. */
static void touch_logged(Race *race, SharedShadow *shadow, const SimWarpInfo *now,
                         const LoggedRead *read)
{
    Touch *touch = &race->touch;
    SimWarpInfo warp = *now;
    const SimAccess access = {.kind = SIM_ACCESS_LOAD,
                              .site = site_of(&race->sites, read->site),
                              .space = PTX_SPACE_SHARED,
                              .bytes = read->bytes,
                              .mask = read->mask,
                              .address = read->address,
                              .follows = read->follows,
                              .repeats = read->repeats,
                              .low = read->low,
                              .high = read->high,
                              .owner_linear = shadow->block};
    warp.warp = read->warp;
    warp.block_linear = shadow->block;
    touch->viewed = false;
    if (!view_warp(race, &warp))
        return;
    *touch = (Touch){.warp = &warp,
                     .access = &access,
                     .block = touch->block,
                     .strips = &shadow->strips,
                     .first = touch->first,
                     .view = touch->view,
                     .clock = read->clock,
                     .own = slot_own_bits(read->clock | read->site << 16),
                     .strength = RACE_WEAK,
                     .shared = true,
                     .quiet = 1 << RACE_WRITE | 1 << RACE_ATOMIC};
    touch_runs(race, touch);
}

static void replay_logged(Race *race, SharedShadow *shadow, const SimWarpInfo *warp)
{
    LoggedRead read;
    race->logged_badly += shadow->log.reads;
    for (uint32_t at = 0; at < shadow->log.count && race->on;) {
        at = race_log_read(&shadow->log, at, &read);
        touch_logged(race, shadow, warp, &read);
    }
    race_log_clear(&shadow->log);
    race->touch.viewed = false;
}

/* Before an access that is looked at meets reads that were only noted. False: its block isn't
 * resident. */
static inline bool settle_logged(Race *race, SharedShadow *shadow, const SimWarpInfo *warp,
                                 const SimAccess *access)
{
    const bool own = access->owner_linear == warp->block_linear;
    Touch *touch = &race->touch;
    if (shadow->log.count == 0 ||
        (own && quiet_kinds(touch, shadow, quiet_parts(shadow, access)) >> RACE_READ & 1))
        return true;
    replay_logged(race, shadow, warp);
    bool resident = view_warp(race, warp);
    touch->strips = &shadow->strips;
    return resident;
}

/* Notes a read, if no write is there that could conflict with it. */
static bool log_read(Race *race, SharedShadow *shadow, const SimWarpInfo *warp,
                     const SimAccess *access)
{
    const uint32_t writes = 1 << RACE_WRITE | 1 << RACE_ATOMIC;
    Touch *touch = &race->touch;
    if (access->kind != SIM_ACCESS_LOAD || access->order != SIM_ORDER_WEAK || !touch->sates ||
        !access->high || touch->clock == ORDER_CLOCK_MAX ||
        race->logged_badly > race->logged_well / 4 + LOGGED_BADLY)
        return false;
    const QuietParts parts = quiet_parts(shadow, access);
    const uint32_t site = site_for(race, warp, access, RACE_WEAK);
    if ((quiet_kinds(touch, shadow, parts) & writes) != writes || site > RACE_SITE_MAX)
        return false;
    if (shadow->log.count && quiet_reads(touch, shadow))
        drop_logged(race, shadow);
    if (!race_log_add(&shadow->log, UINT32_C(2) << shadow->strips.page_bits, access, warp->warp,
                      touch->clock, site))
        return false;
    quiet_keep_read(touch, shadow, parts);
    return true;
}

/* `lands`: the end of an asynchronous store. */
static inline void touch_all(Race *race, const SimWarpInfo *warp, const SimAccess *access,
                             bool lands)
{
    bool shared = access->space == PTX_SPACE_SHARED;
    if (!race->on ||
        (!shared && access->space != PTX_SPACE_GLOBAL && access->space != PTX_SPACE_TEX) ||
        !view_warp(race, warp))
        return;
    Touch *touch = &race->touch;
    touch->strips = &race->global;
    const bool own = access->owner_linear == warp->block_linear;
    SharedShadow *shadow = NULL;
    if (shared) {
        shadow = own ? race->current_shared : shared_of(race, access->owner_linear);
        if (!shadow)
            return;
        if (own && !lands && log_read(race, shadow, warp, access))
            return;
        touch->strips = &shadow->strips;
    }
    if (access->kind == SIM_ACCESS_LOAD && access->order == SIM_ORDER_WEAK && access->high &&
        touch->sates && sated_has(touch, access->low, access->high))
        return;
    if (shadow && !settle_logged(race, shadow, warp, access))
        return;
    RaceStrength strength = strength_of(access);
    uint32_t site = site_for(race, warp, access, strength);
    touch->warp = warp;
    touch->access = access;
    touch->own = slot_own_bits(touch->clock | site << 16 | (access->async ? RACE_FLYING : 0));
    touch->strength = strength;
    touch->writes = access->kind != SIM_ACCESS_LOAD;
    touch->shared = shared;
    touch->narrow = is_narrow(access, strength);
    touch->data = race->data[site];
    touch->blind = race->blind[site];
    touch->alike =
        strength == RACE_ATOMICALLY && !touch->narrow && !race->narrow[site] && !race->data[site];
    touch->updates = is_update(race, warp, access, strength);
    touch->lands = lands;
    touch->ends = shared && access->inst && access->inst->op == PTX_OP_MBARRIER &&
                  ptx_has(access->inst, PTX_MOD_INVAL);
    const QuietParts parts = shadow ? quiet_parts(shadow, access) : (QuietParts){0, 0};
    touch->quiet = shadow && own ? quiet_kinds(touch, shadow, parts) : 0;
    if (!shadow && access->low)
        fetch_ahead(race, site, access->low);
    bool meets = strength != RACE_WEAK &&
                 !order_is_idle(race->order, touch->block, warp->warp, access->order);
    if (meets || touch->updates || touch->clock == ORDER_CLOCK_MAX) {
        touch_lanes(race, touch);
        touch->viewed = false;
    } else {
        touch_runs(race, touch);
    }
    if (shadow)
        quiet_keep(touch, shadow, parts, own);
}

/* Other things than barriers of whole blocks order threads from now on. */
static void leave_simple(Race *race, const SimWarpInfo *warp)
{
    race->simple = false;
    for (size_t i = 0; i < race->shared_count; i++)
        if (race->shared[i]->used && race->on)
            replay_logged(race, race->shared[i], warp);
}

static void on_access(void *self, const SimWarpInfo *warp, const SimAccess *access)
{
    touch_all(self, warp, access, false);
}

static void on_sync(void *self, const SimWarpInfo *warp, const SimSync *sync)
{
    Race *race = self;
    race->touch.viewed = false;
    if (race->simple && !race_sync_is_simple(sync))
        leave_simple(race, warp);
    if (sync->kind == SIM_SYNC_LANDED)
        touch_all(race, warp, sync->landed, true);
    else if (race->on && enter_block(race, warp->block_linear))
        order_sync(race->order, race->current_order, warp, sync);
}

static void on_thread_exit(void *self, const SimWarpInfo *warp, uint32_t mask)
{
    Race *race = self;
    (void)mask;
    race->touch.viewed = false;
    if (race->on && enter_block(race, warp->block_linear))
        order_exit(race->current_order, warp->warp);
}

/* As if the lane wrote all of it: who uses it must be ordered before. */
static void on_given_back(void *self, const SimWarpInfo *warp, const SimSite *site, uint32_t lane,
                          uint64_t address, uint64_t size)
{
    enum { PIECE = 16, MOST = 1 << 20 };
    uint64_t addresses[32], end = address + (size < MOST ? size : MOST);
    SimAccess access = {.site = *site,
                        .kind = SIM_ACCESS_STORE,
                        .space = PTX_SPACE_GLOBAL,
                        .mask = UINT32_C(1) << lane,
                        .address = addresses};
    for (uint64_t at = address; at < end; at += access.bytes) {
        addresses[lane] = at;
        access.bytes = PIECE;
        while (at % access.bytes || access.bytes > end - at)
            access.bytes /= 2;
        touch_all(self, warp, &access, false);
    }
}

/* A kernel's malloc() may return what has been freed: nobody has touched it as what it is now. */
static void on_allocated(void *self, uint64_t address, uint64_t size)
{
    Race *race = self;
    const uint64_t page_bytes = UINT64_C(1) << GLOBAL_PAGE_BITS;
    race->on = race->on && strips_store(&race->global);
    if (!race->on)
        return;
    for (uint64_t at = address & ~(page_bytes - 1); at < address + size; at += page_bytes) {
        StripPage *page = strips_find(&race->global, at);
        if (!page)
            continue;
        uint64_t from = at > address ? at : address, to = address + size;
        strips_clear(&race->global, page, from, to < at + page_bytes ? to : at + page_bytes);
    }
}

static void on_launch_begin(void *self, const SimLaunchInfo *launch)
{
    Race *race = self;
    race->launch = launch;
    race->on = order_launch_begin(race->order, launch);
    race->simple = race_is_simple(launch);
    race->logged_well = race->logged_badly = 0;
    say_forget(&race->said);
    flow_table_free(&race->flows);
    site_table_free(&race->sites);
    forget_current(race);
    strips_rewind(&race->global, SIZE_MAX); /* earlier launches are ordered before */
    memset(race->strength, 0, sizeof race->strength);
    memset(race->narrow, 0, sizeof race->narrow);
    memset(race->data, 0, sizeof race->data);
    memset(race->fenced, 0, sizeof race->fenced);
    memset(race->blind, 0, sizeof race->blind);
    for (int i = RACE_WEAK; i <= RACE_ATOMICALLY; i++)
        race->strength[RACE_SITE_MAX + 1 + i] = (uint8_t)(i + 1);
}

static void on_launch_end(void *self, const SimLaunchInfo *launch)
{
    Race *race = self;
    (void)launch;
    order_launch_end(race->order);
    for (size_t i = 0; i < race->shared_count; i++) {
        race->shared[i]->used = false;
        strips_rewind(&race->shared[i]->strips, SHARED_KEPT);
    }
    forget_current(race);
    race->on = false;
}

/* Mostly all of a block's shared memory is one page. */
static uint32_t shared_page_bits(uint64_t bytes)
{
    uint32_t bits = SHARED_LEAST_BITS;
    while (bits < SHARED_MOST_BITS && UINT64_C(1) << bits < bytes)
        bits++;
    return bits;
}

/* One that no block uses; the size of pages is the same in all of a launch. */
static SharedShadow *free_shared(Race *race, uint32_t page_bits)
{
    for (size_t i = 0; i < race->shared_count; i++)
        if (!race->shared[i]->used) {
            race->shared[i]->strips.page_bits = page_bits;
            return race->shared[i];
        }
    SharedShadow *fresh = calloc(1, sizeof *fresh);
    SharedShadow **more = realloc(race->shared, (race->shared_count + 1) * sizeof *more);
    if (more)
        race->shared = more;
    if (!fresh || !more) {
        free(fresh);
        return NULL;
    }
    strips_init(&fresh->strips, page_bits, SHARED_RECENT_BITS);
    fresh->strips.keeps_units = true;
    return race->shared[race->shared_count++] = fresh;
}

static void on_block_begin(void *self, const SimLaunchInfo *launch, SimDim index, uint32_t linear)
{
    Race *race = self;
    (void)index;
    forget_current(race);
    if (!race->on)
        return;
    race->on = order_block_begin(race->order, linear);
    if (!race->on || launch->shared_bytes == 0)
        return;
    SharedShadow *shared = free_shared(race, shared_page_bits(launch->shared_bytes));
    if (!shared) {
        race->on = false;
        return;
    }
    shared->strips.stamp++;
    shared->block = linear;
    shared->used = true;
    drop_logged(race, shared);
    memset(shared->after, 0, sizeof shared->after);
}

static void on_block_end(void *self, const SimLaunchInfo *launch, SimDim index, uint32_t linear)
{
    Race *race = self;
    (void)launch;
    (void)index;
    order_block_end(race->order, linear);
    forget_current(race);
    SharedShadow *shared = shared_of(race, linear);
    if (shared)
        shared->used = false;
}

Race *race_new(SimFindingSink findings)
{
    Race *race = calloc(1, sizeof *race);
    if (!race)
        return NULL;
    race->findings = findings;
    race->order = order_new();
    strips_init(&race->global, GLOBAL_PAGE_BITS, GLOBAL_RECENT_BITS);
    race->observer = (SimObserver){
        .self = race,
        .wants = SIM_WANTS_GLOBAL | SIM_WANTS_SHARED,
        .launch_begin = on_launch_begin,
        .launch_end = on_launch_end,
        .block_begin = on_block_begin,
        .block_end = on_block_end,
        .access = on_access,
        .sync = on_sync,
        .thread_exit = on_thread_exit,
        .given_back = on_given_back,
        .allocated = on_allocated,
    };
    if (!race->order) {
        free(race);
        return NULL;
    }
    return race;
}

void race_free(Race *race)
{
    if (!race)
        return;
    order_free(race->order);
    strips_free(&race->global);
    for (size_t i = 0; i < race->shared_count; i++) {
        strips_free(&race->shared[i]->strips);
        race_log_free(&race->shared[i]->log);
        free(race->shared[i]);
    }
    free(race->shared);
    site_table_free(&race->sites);
    flow_table_free(&race->flows);
    say_forget(&race->said);
    free(race);
}

Order *race_order(Race *race)
{
    return race->order;
}

Strips *race_strips(Race *race)
{
    return &race->global;
}

size_t race_shared_held(const Race *race)
{
    size_t held = 0;
    for (size_t i = 0; i < race->shared_count; i++)
        held += strips_held(&race->shared[i]->strips) + race_log_held(&race->shared[i]->log);
    return held;
}

const SimObserver *race_observer(const Race *race)
{
    return &race->observer;
}
