/* Races in shared and global memory.
 *
 * A cell remembers the last plain write, the last atomic one (which must not hide the plain one
 * from other atomics), and two concurrent reads by different threads: enough that a later write
 * finds a reader other than itself if there is one. Order is asked of order.h, so what is found
 * doesn't depend on the schedule that happened. Strong accesses (atomic, or in global memory
 * volatile and stronger) don't race with each other (PTX ISA 8.7, morally strong); volatile ones of
 * one warp on shared memory do, since lanes are only ordered by __syncwarp. */
#include "observe/race.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "observe/order.h"
#include "observe/say.h"
#include "observe/shadow.h"

enum { SITE_MAX = (1 << 13) - 1, GLOBAL_PAGE_BITS = 12, SHARED_PAGE_BITS = 9, WORD_BITS = 2 };

typedef struct Slot {
    Who who; /* 0: none */
    uint16_t clock;
    uint16_t site : 13; /* 0: unknown */
    uint16_t strong : 1;
    uint16_t atomic : 1;
    uint16_t update : 1; /* a write of a place that others read at the same time */
} Slot;

typedef struct Cell {
    Slot write, atomic, read, other;
} Cell;

/* Shared memory of one resident block. */
typedef struct SharedShadow {
    uint32_t block;
    bool used;
    Shadow shadow;
} SharedShadow;

struct Race {
    SimObserver observer;
    SimFindingSink findings;
    Order *order;
    const SimLaunchInfo *launch;
    bool on; /* false for the rest of a launch that it can't follow */
    Shadow global;
    SharedShadow *shared;
    size_t shared_count;
    SiteTable sites;
    SayOnce said;
};

/* What one lane does to one cell. */
typedef struct Touch {
    const SimWarpInfo *warp;
    const SimAccess *access;
    const OrderBlock *block;
    Slot slot; /* who and how */
    uint32_t lane;
    uint64_t address;
    bool writes;
} Touch;

static SimSite slot_site(const Race *race, Slot slot)
{
    return site_of(&race->sites, slot.site);
}

/* Is the memory's content just what this lane is about to write? Then the order can't be seen. */
static bool writes_equal(const Touch *touch, Slot before)
{
    const SimAccess *access = touch->access;
    if (!access->stored || before.atomic)
        return false;
    const unsigned char *stored = access->stored;
    uint64_t at = access->address[touch->lane];
    uint64_t base = access->space == PTX_SPACE_SHARED ? access->shared_base : 0;
    const void *memory = (const void *)(uintptr_t)(base + at);
    stored += (size_t)touch->lane * access->bytes;
    if ((before.who - 1) / 32 != (touch->slot.who - 1) / 32 || before.clock != touch->slot.clock)
        return memcmp(memory, stored, access->bytes) == 0;
    /* Perhaps the same instruction: nothing is in memory yet, so compare the lanes' values. */
    uint32_t other = (before.who - 1) % 32;
    bool together = (access->mask >> other & 1) && access->address[other] == at;
    const unsigned char *theirs =
        (const unsigned char *)access->stored + (size_t)other * access->bytes;
    return together ? memcmp(theirs, stored, access->bytes) == 0
                    : memcmp(memory, stored, access->bytes) == 0;
}

/* What would have ordered them. `one_line`: that line reads and writes the place. */
static const char *missing_order(bool shared, bool same_block, bool same_warp, bool one_line)
{
    if (one_line && shared)
        return "A barrier between the two is missing, or an atomic operation where several threads "
               "update one place.";
    if (one_line)
        return "Between one thread's read and its write another thread's update is lost: this "
               "needs "
               "an atomic operation, such as atomicAdd().";
    if (same_warp)
        return "A barrier between the two is missing: __syncthreads(), or __syncwarp() if one warp "
               "is "
               "all that takes part.";
    if (same_block)
        return "A barrier between the two is missing: __syncthreads().";
    return "Blocks run at the same time and in any order: this needs an atomic operation, a flag "
           "with __threadfence(), or a second launch.";
}

static const char *verb(bool writes, bool atomic)
{
    if (atomic)
        return "updates it atomically";
    return writes ? "writes it" : "reads it";
}

static void describe(const Race *race, const Touch *touch, Slot before, bool before_writes,
                     bool equal, SimFinding *finding, char *text, size_t size)
{
    char what[160], who[96], other[96], line[48], other_line[48];
    bool shared = touch->access->space == PTX_SPACE_SHARED;
    bool same_block = memcmp(&finding->block, &finding->other_block, sizeof(SimDim)) == 0;
    bool same_warp = (before.who - 1) / 32 == (touch->slot.who - 1) / 32;
    if (shared)
        say_shared(what, sizeof what, race->launch, touch->address, touch->access->bytes);
    else
        say_global(what, sizeof what, race->launch, touch->address);
    say_thread(who, sizeof who, finding->block, finding->thread, same_block);
    say_thread(other, sizeof other, finding->other_block, finding->other_thread, same_block);
    say_line(line, sizeof line, &finding->site);
    say_line(other_line, sizeof other_line, &finding->other_site);
    bool one_line = strcmp(line, other_line) == 0 && touch->writes != before_writes;
    snprintf(text, size, "Race on %s: %s %s in %s, %s %s in %s. %s%s", what, who,
             verb(touch->writes, touch->slot.atomic), line, other,
             verb(before_writes, before.atomic), other_line,
             missing_order(shared, same_block, same_warp, one_line),
             equal ? " Both write the same value, so the result is the same today." : "");
}

static void report(Race *race, const Touch *touch, Slot before, bool before_writes)
{
    bool shared = touch->access->space == PTX_SPACE_SHARED;
    bool equal = touch->writes && before_writes && !touch->slot.atomic && !before.update &&
                 writes_equal(touch, before);
    const SimLaunchInfo *launch = race->launch;
    SimFinding finding = {
        .checker = "race",
        .rule = shared ? (equal ? "shared-same-value" : "shared-race")
                       : (equal ? "global-same-value" : "global-race"),
        .site = touch->access->site,
        .has_other = true,
        .other_site = slot_site(race, before),
        .address = touch->address,
        .bytes = touch->access->bytes,
        .space = touch->access->space,
    };
    who_place(touch->slot.who, launch->grid, launch->block, &finding.block, &finding.thread);
    who_place(before.who, launch->grid, launch->block, &finding.other_block, &finding.other_thread);
    char text[SAY_TEXT];
    if (say_first(&race->said, finding.rule, finding.site.inst, finding.other_site.inst)) {
        describe(race, touch, before, before_writes, equal, &finding, text, sizeof text);
        finding.text = text;
    }
    race->findings.found(race->findings.state, &finding);
}

static bool conflicts(const Race *race, const Touch *touch, Slot before)
{
    if (before.who == 0 || before.who == touch->slot.who)
        return false;
    if (before.strong && touch->slot.strong) {
        bool one_warp = (before.who - 1) / 32 == (touch->slot.who - 1) / 32;
        bool flags = before.atomic || touch->slot.atomic;
        if (flags || !one_warp || touch->access->space != PTX_SPACE_SHARED)
            return false;
    }
    return !order_before(race->order, touch->block, (Stamp){before.who, before.clock},
                         touch->slot.who);
}

static void note_read(const Race *race, const Touch *touch, Cell *cell)
{
    Slot old = cell->read;
    if (old.who && old.who != touch->slot.who) {
        Stamp then = {old.who, old.clock};
        if (!order_before(race->order, touch->block, then, touch->slot.who))
            cell->other = old;
        else if (cell->other.who &&
                 order_before(race->order, touch->block,
                              (Stamp){cell->other.who, cell->other.clock}, touch->slot.who))
            cell->other = (Slot){0};
    }
    cell->read = touch->slot;
}

/* Reports the first of the slots that conflicts; is there one? */
static bool check(Race *race, const Touch *touch, const Slot *slots, int count, bool writes)
{
    for (int i = 0; i < count; i++) {
        if (conflicts(race, touch, slots[i])) {
            report(race, touch, slots[i], writes);
            return true;
        }
    }
    return false;
}

static void touch_cell(Race *race, const Touch *touch, Cell *cell)
{
    const Slot writes[] = {cell->write, cell->atomic}, reads[] = {cell->read, cell->other};
    bool raced = check(race, touch, writes, 2, true);
    if (!touch->writes) {
        note_read(race, touch, cell);
        return;
    }
    Slot slot = touch->slot;
    slot.update = check(race, touch, reads, 2, false) || (raced && cell->write.update);
    if (slot.atomic)
        cell->atomic = slot;
    else
        *cell = (Cell){.write = slot};
}

static SharedShadow *shared_of(Race *race, uint32_t block)
{
    for (size_t i = 0; i < race->shared_count; i++)
        if (race->shared[i].used && race->shared[i].block == block)
            return &race->shared[i];
    return NULL;
}

static void touch_lane(Race *race, Touch *touch, Shadow *shadow)
{
    bool global = shadow == &race->global;
    uint32_t bytes = touch->access->bytes;
    uint32_t unit = bytes < 4 ? bytes : 4;
    ShadowPage *page = shadow_page(shadow, touch->address, unit);
    if (!page) {
        race->on = false;
        return;
    }
    if (global && page->stamp != race->launch->id) { /* earlier launches are ordered before */
        memset(page->cells, 0, shadow_page_bytes(shadow, page));
        page->stamp = race->launch->id;
    }
    uint64_t start = touch->address;
    Cell *last = NULL;
    for (uint32_t at = 0; at < bytes; at += 1u << page->unit_bits) {
        touch->address = start + at;
        Cell *cell = shadow_cell(shadow, page, touch->address);
        if (cell != last)
            touch_cell(race, touch, cell);
        last = cell;
    }
}

/* A strong access is a meeting point as well: it may release to and acquire from its location. */
static void synchronise(Race *race, OrderBlock *block, const SimWarpInfo *warp,
                        const SimAccess *access, uint32_t lane)
{
    uint64_t address = access->address[lane];
    uint64_t key = access->space == PTX_SPACE_SHARED
                       ? address | (uint64_t)(warp->block_linear + 1) << 32
                       : address;
    if (access->kind != SIM_ACCESS_STORE && access->kind != SIM_ACCESS_REDUCTION)
        order_acquire(race->order, block, warp->warp, lane, key);
    if (access->kind != SIM_ACCESS_LOAD)
        order_release(race->order, block, warp->warp, key, access->order, access->scope);
}

static Slot slot_for(Race *race, const SimWarpInfo *warp, const SimAccess *access,
                     const OrderBlock *block)
{
    uint32_t site = site_number(&race->sites, &access->site);
    bool atomic = access->kind == SIM_ACCESS_ATOMIC || access->kind == SIM_ACCESS_REDUCTION;
    return (Slot){.clock = order_clock(block, warp->warp),
                  .site = site <= SITE_MAX ? (uint16_t)site & SITE_MAX : 0,
                  .strong = atomic || access->order != SIM_ORDER_WEAK,
                  .atomic = atomic};
}

static void on_access(void *self, const SimWarpInfo *warp, const SimAccess *access)
{
    Race *race = self;
    bool shared = access->space == PTX_SPACE_SHARED;
    if (!race->on || (!shared && access->space != PTX_SPACE_GLOBAL))
        return;
    OrderBlock *block = order_block(race->order, warp->block_linear);
    SharedShadow *own = shared ? shared_of(race, warp->block_linear) : NULL;
    if (!block || (shared && !own))
        return;
    Touch touch = {.warp = warp,
                   .access = access,
                   .block = block,
                   .slot = slot_for(race, warp, access, block),
                   .writes = access->kind != SIM_ACCESS_LOAD};
    Who first = who_lane0(warp);
    for (uint32_t mask = access->mask; mask && race->on; mask &= mask - 1) {
        touch.lane = (uint32_t)__builtin_ctz(mask);
        touch.address = access->address[touch.lane];
        touch.slot.who = first + touch.lane;
        if (touch.slot.strong)
            synchronise(race, block, warp, access, touch.lane);
        touch.slot.clock = order_clock(block, warp->warp);
        touch_lane(race, &touch, shared ? &own->shadow : &race->global);
    }
}

static void on_sync(void *self, const SimWarpInfo *warp, const SimSync *sync)
{
    Race *race = self;
    OrderBlock *block = race->on ? order_block(race->order, warp->block_linear) : NULL;
    if (block)
        order_sync(race->order, block, warp, sync);
}

static void on_thread_exit(void *self, const SimWarpInfo *warp, uint32_t mask)
{
    Race *race = self;
    (void)mask;
    OrderBlock *block = race->on ? order_block(race->order, warp->block_linear) : NULL;
    if (block)
        order_exit(block, warp->warp);
}

static void on_launch_begin(void *self, const SimLaunchInfo *launch)
{
    Race *race = self;
    race->launch = launch;
    race->on = order_launch_begin(race->order, launch);
    say_forget(&race->said);
    site_table_free(&race->sites);
}

static void on_launch_end(void *self, const SimLaunchInfo *launch)
{
    Race *race = self;
    (void)launch;
    order_launch_end(race->order);
    for (size_t i = 0; i < race->shared_count; i++)
        race->shared[i].used = false;
    race->on = false;
}

static SharedShadow *free_shared(Race *race)
{
    for (size_t i = 0; i < race->shared_count; i++)
        if (!race->shared[i].used)
            return &race->shared[i];
    SharedShadow *more = realloc(race->shared, (race->shared_count + 1) * sizeof *race->shared);
    if (!more)
        return NULL;
    race->shared = more;
    SharedShadow *fresh = &more[race->shared_count++];
    *fresh = (SharedShadow){0};
    shadow_init(&fresh->shadow, sizeof(Cell), SHARED_PAGE_BITS, WORD_BITS);
    return fresh;
}

static void on_block_begin(void *self, const SimLaunchInfo *launch, SimDim index, uint32_t linear)
{
    Race *race = self;
    (void)index;
    if (!race->on)
        return;
    race->on = order_block_begin(race->order, linear);
    if (!race->on || launch->shared_bytes == 0)
        return;
    SharedShadow *shared = free_shared(race);
    if (!shared) {
        race->on = false;
        return;
    }
    shadow_clear(&shared->shadow);
    shared->block = linear;
    shared->used = true;
}

static void on_block_end(void *self, const SimLaunchInfo *launch, SimDim index, uint32_t linear)
{
    Race *race = self;
    (void)launch;
    (void)index;
    order_block_end(race->order, linear);
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
    shadow_init(&race->global, sizeof(Cell), GLOBAL_PAGE_BITS, WORD_BITS);
    race->observer = (SimObserver){
        .self = race,
        .launch_begin = on_launch_begin,
        .launch_end = on_launch_end,
        .block_begin = on_block_begin,
        .block_end = on_block_end,
        .access = on_access,
        .sync = on_sync,
        .thread_exit = on_thread_exit,
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
    shadow_free(&race->global);
    for (size_t i = 0; i < race->shared_count; i++)
        shadow_free(&race->shared[i].shadow);
    free(race->shared);
    site_table_free(&race->sites);
    say_forget(&race->said);
    free(race);
}

const SimObserver *race_observer(const Race *race)
{
    return &race->observer;
}
