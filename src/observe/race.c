/* Races in shared and global memory: what the checker is told, handed on to the rules. */
#include "observe/race.h"

#include <stdlib.h>
#include <string.h>

#include "observe/race_access.h"
#include "observe/race_simple.h"

enum {
    GLOBAL_PAGE_BITS = 12,
    GLOBAL_RECENT_BITS = 13, /* for 32 MB of data */
    SHARED_RECENT_BITS = 3,
    SHARED_LEAST_BITS = 8,
    SHARED_MOST_BITS = 15,
    SHARED_KEPT = 64 << 10, /* bytes of a block's shadow */
};

static void forget_current(Race *race)
{
    race->current_order = NULL;
    race->touch.viewed = false;
    race->serial++;
}

static void on_access(void *self, const SimWarpInfo *warp, const SimAccess *access)
{
    race_touch_all(self, warp, access, false);
}

static void on_access_ahead(void *self, const SimWarpInfo *warp, const SimAccess *access)
{
    (void)warp;
    race_fetch_words(self, access);
}

static void on_sync(void *self, const SimWarpInfo *warp, const SimSync *sync)
{
    Race *race = self;
    race->touch.viewed = false;
    race->serial++;
    if (race->simple && !race_sync_is_simple(sync))
        race_leave_simple(race, warp);
    if (sync->kind == SIM_SYNC_LANDED) {
        race_touch_all(race, warp, sync->landed, true);
        return;
    }
    if (!race->on || !race_enter_block(race, warp->block_linear))
        return;
    order_sync(race->order, race->current_order, warp, sync);
    if (sync->kind == SIM_SYNC_FENCE && sync->site.inst && ptx_has(sync->site.inst, PTX_MOD_PROXY))
        race_proxy_fence(race, warp, sync->site.inst);
}

static void on_bulk(void *self, const SimWarpInfo *warp, const SimBulk *bulk)
{
    Race *race = self;
    race->touch.viewed = false;
    race->serial++;
    race_bulk(race, warp, bulk);
}

static void on_thread_exit(void *self, const SimWarpInfo *warp, uint32_t mask)
{
    Race *race = self;
    (void)mask;
    race->touch.viewed = false;
    race->serial++;
    if (race->on && race_enter_block(race, warp->block_linear))
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
        race_touch_all(self, warp, &access, false);
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
    race->flights.count = 0;
    race->simple = race_is_simple(launch);
    guesses_begin(&race->guesses, launch);
    race->logged_well = race->logged_badly = 0;
    say_forget(&race->said);
    flow_table_free(&race->flows);
    site_table_free(&race->sites);
    written_find(&race->written, &race->flows, launch);
    forget_current(race);
    strips_rewind(&race->global, SIZE_MAX); /* earlier launches are ordered before */
    memset(race->strength, 0, sizeof race->strength);
    memset(race->narrow, 0, sizeof race->narrow);
    memset(race->data, 0, sizeof race->data);
    memset(race->fenced, 0, sizeof race->fenced);
    memset(race->updates, 0, sizeof race->updates);
    memset(race->blind, 0, sizeof race->blind);
    memset(race->mild, 0, sizeof race->mild);
    memset(race->decisive, 0, sizeof race->decisive);
    for (int i = RACE_WEAK; i <= RACE_ATOMICALLY; i++)
        race->strength[RACE_SITE_MAX + 1 + i] = (uint8_t)(i + 1);
}

static void on_launch_end(void *self, const SimLaunchInfo *launch)
{
    Race *race = self;
    (void)launch;
    race_flags_end(&race->marked, &race->said, &race->findings);
    order_launch_end(race->order);
    race->flights.count = 0;
    for (size_t i = 0; i < race->shared_count; i++) {
        race->shared[i]->used = false;
        race_proxy_forget(race->shared[i]);
        race_log_forget(&race->shared[i]->log);
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
static SharedShadow *free_shared(Race *race, uint64_t bytes)
{
    const uint32_t page_bits = shared_page_bits(bytes);
    for (size_t i = 0; i < race->shared_count; i++)
        if (!race->shared[i]->used) {
            race->shared[i]->strips.page_bits = page_bits;
            strips_bound(&race->shared[i]->strips, bytes);
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
    strips_bound(&fresh->strips, bytes);
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
    SharedShadow *shared = free_shared(race, launch->shared_bytes);
    if (!shared) {
        race->on = false;
        return;
    }
    shared->strips.stamp++;
    shared->block = linear;
    shared->used = true;
    race_drop_logged(race, shared);
    race_proxy_forget(shared);
    memset(shared->after, 0, sizeof shared->after);
}

static void on_block_end(void *self, const SimLaunchInfo *launch, SimDim index, uint32_t linear)
{
    Race *race = self;
    (void)launch;
    (void)index;
    order_block_end(race->order, linear);
    forget_current(race);
    SharedShadow *shared = race_shared_of(race, linear);
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
        .bulk = on_bulk,
        .thread_exit = on_thread_exit,
        .given_back = on_given_back,
        .allocated = on_allocated,
    };
    race->ahead = (SimObserver){.self = race, .wants = SIM_WANTS_GLOBAL, .access = on_access_ahead};
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
        race_proxy_forget(race->shared[i]);
        free(race->shared[i]);
    }
    free(race->flights.items);
    race_flags_free(&race->marked);
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

const SimObserver *race_ahead_observer(const Race *race)
{
    return &race->ahead;
}

const SimObserver *race_observer(const Race *race)
{
    return &race->observer;
}
