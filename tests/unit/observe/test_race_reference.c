/* The race checker against the rules said byte by byte and lane by lane: random accesses and
 * synchronisation, the same findings from both, with hints at the accesses' shapes and without. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "observe/order.h"
#include "observe/race.h"
#include "observe/strip_budget.h"
#include "script.h"

enum {
    BLOCKS = 3,
    WARPS = 2,
    LANES = 32,
    BYTES = 1024,
    STEPS = 60,
    ROUNDS = 1000,
    FOUND_MAX = 8192
};
#define GLOBAL_BASE UINT64_C(0x10000f80) /* two pages take part */

typedef struct Found {
    uint32_t step, thread, other_thread, line, other_line;
    uint32_t block, other_block;
} Found;

typedef struct FoundList {
    Found items[FOUND_MAX];
    size_t count;
    uint32_t step;
} FoundList;

typedef struct Mark {
    Who who; /* 0: nobody */
    uint16_t clock;
    uint8_t line;
    bool strong, atomic; /* strong: volatile at least */
    bool narrow;         /* atomic within its block */
} Mark;

typedef struct Byte {
    Mark write, atomic, read, other;
} Byte;

typedef struct Reference {
    Order *order;
    Byte global[BYTES + 64], shared[BLOCKS][BYTES + 64];
    FoundList found;
} Reference;

static Script script;
static Reference reference;
static FoundList told;
static uint32_t state_of_chance;
static bool barriers_only;

static uint32_t chance(uint32_t below)
{
    state_of_chance = state_of_chance * 1664525 + 1013904223;
    return (uint32_t)((uint64_t)(state_of_chance >> 8) * below >> 24);
}

static void add(FoundList *list, const Found *found)
{
    if (list->count < FOUND_MAX)
        list->items[list->count++] = *found;
}

static void keep(void *state, const SimFinding *finding)
{
    FoundList *list = state;
    Found found = {list->step,
                   finding->thread.x,
                   finding->other_thread.x,
                   finding->site.inst->loc->line,
                   finding->other_site.inst->loc->line,
                   finding->block.x,
                   finding->other_block.x};
    add(list, &found);
}

/* -- the rules */

static bool races(const OrderBlock *block, Mark before, Mark now, bool shared)
{
    if (before.who == 0 || before.who == now.who)
        return false;
    bool one_warp = (before.who - 1) / LANES == (now.who - 1) / LANES;
    uint32_t block_threads = script.launch.block.x;
    bool same_block = (before.who - 1) / block_threads == (now.who - 1) / block_threads;
    bool reaches = same_block || !(before.narrow || now.narrow);
    if (before.strong && now.strong && reaches &&
        (before.atomic || now.atomic || !one_warp || !shared))
        return false;
    return !order_before(reference.order, block, (Stamp){before.who, before.clock}, now.who);
}

static bool tell_if(const OrderBlock *block, Mark before, Mark now, bool shared)
{
    if (!races(block, before, now, shared))
        return false;
    uint32_t threads = script.launch.block.x;
    Found found = {
        reference.found.step, (now.who - 1) % threads, (before.who - 1) % threads, now.line,
        before.line,          (now.who - 1) / threads, (before.who - 1) / threads};
    add(&reference.found, &found);
    return true;
}

static void touch_byte(const OrderBlock *block, Byte *byte, Mark now, bool writes, bool shared)
{
    if (!tell_if(block, byte->write, now, shared))
        tell_if(block, byte->atomic, now, shared);
    if (writes) {
        if (!tell_if(block, byte->read, now, shared))
            tell_if(block, byte->other, now, shared);
        if (now.atomic)
            byte->atomic = now;
        else
            *byte = (Byte){.write = now};
        return;
    }
    Mark old = byte->read, other = byte->other;
    if (old.who && old.who != now.who) {
        if (!order_before(reference.order, block, (Stamp){old.who, old.clock}, now.who))
            byte->other = old;
        else if (other.who &&
                 order_before(reference.order, block, (Stamp){other.who, other.clock}, now.who))
            byte->other = (Mark){0};
    }
    byte->read = now;
}

/* The first plain store there that is not ordered before this access. */
static Mark plain_before(const OrderBlock *block, const Byte *bytes, uint32_t count, Mark now,
                         bool shared)
{
    for (uint32_t i = 0; i < count; i++)
        if (!bytes[i].write.strong && races(block, bytes[i].write, now, shared))
            return bytes[i].write;
    return (Mark){0};
}

/* What only the place's own release orders before the access might come after it too. */
static void acquire(OrderBlock *block, uint32_t lane, uint64_t key, const Byte *bytes,
                    uint32_t count, Mark now, bool shared)
{
    Mark plain = {0};
    if (order_is_released(reference.order, key))
        plain = plain_before(block, bytes, count, now, shared);
    order_acquire(reference.order, block, (now.who - 1) / LANES % WARPS, 1u << lane, key);
    if (!plain.who || races(block, plain, now, shared))
        return;
    uint32_t threads = script.launch.block.x;
    Found found = {
        reference.found.step, (now.who - 1) % threads, (plain.who - 1) % threads, now.line,
        plain.line,           (now.who - 1) / threads, (plain.who - 1) / threads};
    add(&reference.found, &found);
}

static void refer(const SimWarpInfo *warp, const SimAccess *access)
{
    OrderBlock *block = order_block(reference.order, warp->block_linear);
    bool shared = access->space == PTX_SPACE_SHARED;
    bool atomic = access->kind == SIM_ACCESS_ATOMIC || access->kind == SIM_ACCESS_REDUCTION ||
                  access->order >= SIM_ORDER_RELAXED;
    bool strong = atomic || access->order != SIM_ORDER_WEAK;
    for (uint32_t lane = 0; lane < LANES; lane++) {
        if (!(access->mask >> lane & 1))
            continue;
        uint64_t at = access->address[lane];
        uint64_t key = shared ? at | (uint64_t)(warp->block_linear + 1) << 32 : at;
        Byte *bytes = shared ? reference.shared[warp->block_linear] + at
                             : reference.global + (at - GLOBAL_BASE);
        Mark now = {who_lane0(warp) + lane,
                    order_clock(block, warp->warp),
                    (uint8_t)access->site.inst->loc->line,
                    strong,
                    atomic,
                    atomic && access->scope == SIM_SCOPE_CTA};
        if (strong && access->kind != SIM_ACCESS_STORE && access->kind != SIM_ACCESS_REDUCTION)
            acquire(block, lane, key, bytes, access->bytes, now, shared);
        if (strong && access->kind != SIM_ACCESS_LOAD)
            order_release(reference.order, block, warp, 1u << lane, key, access->order,
                          access->scope);
        now.clock = order_clock(block, warp->warp);
        for (uint32_t i = 0; i < access->bytes; i++)
            touch_byte(block, bytes + i, now, access->kind != SIM_ACCESS_LOAD, shared);
    }
}

/* -- random scripts */

static void fill_addresses(uint64_t address[LANES], uint64_t base, uint32_t bytes)
{
    uint64_t start = chance((BYTES - LANES * bytes) / bytes + 1) * (uint64_t)bytes;
    if (chance(2))
        start = start / 32 * 32;
    if (chance(3) == 0)
        start = 0;
    uint32_t shape = chance(6), row = 1u << (2 + chance(3));
    for (uint32_t lane = 0; lane < LANES; lane++) {
        uint64_t at = start + (uint64_t)lane * bytes;
        if (shape == 1)
            at = start;
        else if (shape == 2)
            at = start + (uint64_t)(lane % row) * bytes;
        else if (shape == 3)
            at = start + (uint64_t)(lane / row) * bytes;
        else if (shape == 4)
            at = chance(BYTES / bytes) * (uint64_t)bytes;
        address[lane] = base + at;
    }
}

static void hint(SimAccess *access)
{
    access->low = UINT64_MAX;
    for (uint32_t lane = 0; lane < LANES; lane++) {
        const uint64_t at = access->address[lane], end = at + access->bytes;
        bool in = access->mask >> lane & 1;
        access->low = in && at < access->low ? at : access->low;
        access->high = in && end > access->high ? end : access->high;
    }
    for (uint32_t lane = 1; lane < LANES; lane++) {
        if ((access->mask >> (lane - 1) & 3) != 3)
            continue;
        uint64_t step = access->address[lane] - access->address[lane - 1];
        access->follows |= (uint32_t)(step == access->bytes) << lane;
        access->repeats |= (uint32_t)(step == 0) << lane;
    }
}

static SimOrder random_order(SimAccessKind kind)
{
    if (kind >= SIM_ACCESS_ATOMIC)
        return chance(8) ? SIM_ORDER_RELAXED : SIM_ORDER_ACQ_REL;
    if (chance(4))
        return SIM_ORDER_WEAK;
    return chance(3)                 ? SIM_ORDER_VOLATILE
           : kind == SIM_ACCESS_LOAD ? SIM_ORDER_ACQUIRE
                                     : SIM_ORDER_RELEASE;
}

static void random_access(bool hints, uint32_t wildness)
{
    uint64_t address[LANES];
    SimWarpInfo warp = script_warp(&script, chance(BLOCKS), chance(WARPS));
    bool shared = chance(2);
    SimAccessKind kind = (SimAccessKind)(chance(8) ? chance(2) : chance(4));
    SimOrder order = chance(wildness)
                         ? (kind < SIM_ACCESS_ATOMIC ? SIM_ORDER_WEAK : SIM_ORDER_RELAXED)
                         : random_order(kind);
    SimAccess access = {.kind = kind,
                        .space = shared ? PTX_SPACE_SHARED : PTX_SPACE_GLOBAL,
                        .order = order,
                        .scope = chance(4) ? SIM_SCOPE_GPU : SIM_SCOPE_CTA,
                        .bytes = chance(3) ? 4 : 1u << chance(5),
                        .mask = chance(3)   ? UINT32_MAX
                                : chance(2) ? 1u << chance(32)
                                            : chance(1 << 24) * 257,
                        .address = address,
                        .owner_linear = warp.block_linear};
    uint32_t strength = order == SIM_ORDER_WEAK ? 0 : order == SIM_ORDER_VOLATILE ? 1 : 2;
    bool narrow = access.scope == SIM_SCOPE_CTA;
    access.site = script_site(&script, (uint32_t)kind * 12 + strength * 4 + narrow * 2 + chance(2));
    if (access.mask == 0)
        access.mask = 1;
    fill_addresses(address, shared ? 0 : GLOBAL_BASE, access.bytes);
    refer(&warp, &access);
    if (hints)
        hint(&access);
    script.observer->access(script.observer->self, &warp, &access);
}

static void sync_both(SimSyncKind kind, uint32_t block, uint32_t warp, uint32_t mask,
                      SimScope scope)
{
    SimWarpInfo info = script_warp(&script, block, warp);
    SimSync sync = {.site = script_site(&script, 0),
                    .kind = kind,
                    .mask = mask,
                    .scope = scope,
                    .orders_memory = true};
    order_sync(reference.order, order_block(reference.order, block), &info, &sync);
    script.observer->sync(script.observer->self, &info, &sync);
}

static void random_sync(void)
{
    uint32_t block = chance(BLOCKS), warp = chance(WARPS), what = chance(barriers_only ? 4 : 8);
    if (what < 4) {
        for (uint32_t w = 0; w < WARPS; w++)
            sync_both(SIM_SYNC_BARRIER_ARRIVE, block, w, UINT32_MAX, SIM_SCOPE_CTA);
        for (uint32_t w = 0; w < WARPS; w++)
            sync_both(SIM_SYNC_BARRIER_LEAVE, block, w, UINT32_MAX, SIM_SCOPE_CTA);
    } else if (what < 6) {
        sync_both(SIM_SYNC_WARP, block, warp, UINT32_MAX, SIM_SCOPE_NONE);
    } else if (what == 6) {
        sync_both(SIM_SYNC_WARP, block, warp, 0xFFFFu << chance(17), SIM_SCOPE_NONE);
    } else {
        sync_both(SIM_SYNC_FENCE, block, warp, UINT32_MAX,
                  chance(2) ? SIM_SCOPE_GPU : SIM_SCOPE_CTA);
    }
}

static int compare(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(Found));
}

/* Sorted, each only once: a word's bytes race together. */
static void settle(FoundList *list)
{
    size_t kept = 0;
    qsort(list->items, list->count, sizeof *list->items, compare);
    for (size_t i = 0; i < list->count; i++)
        if (i == 0 || compare(&list->items[i], &list->items[kept - 1]) != 0)
            list->items[kept++] = list->items[i];
    list->count = kept;
}

static bool play(uint32_t seed, bool hints, Race *race)
{
    state_of_chance = seed * 2654435761u;
    Order *order = reference.order;
    reference = (Reference){.order = order};
    told.count = 0;
    script_begin(&script, race_observer(race), BLOCKS, WARPS * LANES);
    order_launch_begin(order, &script.launch);
    for (uint32_t b = 0; b < BLOCKS; b++)
        order_block_begin(order, b);
    uint32_t calm = 1 + chance(4), wildness = 1 + chance(20);
    for (uint32_t step = 0; step < STEPS && told.count < FOUND_MAX / 4; step++) {
        told.step = reference.found.step = step;
        if (chance(calm + 1))
            random_sync();
        else
            random_access(hints, wildness);
        if (reference.found.count > FOUND_MAX / 4)
            break;
    }
    script_end(&script);
    order_launch_end(order);
    settle(&told);
    settle(&reference.found);
    return told.count == reference.found.count &&
           memcmp(told.items, reference.found.items, told.count * sizeof(Found)) == 0;
}

static void fail_with_first_difference(uint32_t seed)
{
    for (size_t i = 0; i < told.count || i < reference.found.count; i++) {
        const Found *a = &told.items[i], *b = &reference.found.items[i];
        if (i < told.count && i < reference.found.count && compare(a, b) == 0)
            continue;
        fail_msg("script %u: finding %zu of %zu: step %u, line %u of (%u,%u) with line %u of "
                 "(%u,%u); of %zu: step %u, line %u of (%u,%u) with line %u of (%u,%u)",
                 seed, i, told.count, a->step, a->line, a->block, a->thread, a->other_line,
                 a->other_block, a->other_thread, reference.found.count, b->step, b->line, b->block,
                 b->thread, b->other_line, b->other_block, b->other_thread);
    }
}

/* A kernel with a fence in it and a store to an address that nothing is known of, which keep the
 * checker from leaving accesses out (race_sated.h, written.h). `packs`: global memory's shadow is
 * packed wherever it can be. */
static void compare_all(bool hints, bool packs)
{
    script = (Script){0};
    script.insts[SITES - 2].op = PTX_OP_FENCE;
    script.insts[SITES - 1].op = PTX_OP_ST;
    script.kernel.insts = &script.insts[SITES - 2];
    script.kernel.inst_count = 2;
    Race *race = race_new((SimFindingSink){&told, keep});
    StripBudget budget;
    budget_init(&budget);
    budget_join(&budget, race_strips(race));
    reference.order = order_new();
    size_t found = 0;
    for (uint32_t seed = 1; seed <= ROUNDS; seed++) {
        budget.packs = packs;
        if (!play(seed, hints, race))
            fail_with_first_difference(seed);
        found += told.count;
    }
    assert_true(found > ROUNDS);
    order_free(reference.order);
    race_free(race);
}

static void with_hints(void **state)
{
    (void)state;
    compare_all(true, false);
}

static void without_hints(void **state)
{
    (void)state;
    compare_all(false, false);
}

static void packed(void **state)
{
    (void)state;
    compare_all(true, true);
    compare_all(false, true);
}

/* -- only barriers of whole blocks: which reader is named may differ, and a race may be seen that
 * the reference, which remembers the last two readers only, has forgotten; but none is missed */

static void forget_others(FoundList *list)
{
    for (size_t i = 0; i < list->count; i++)
        list->items[i].other_thread = list->items[i].other_line = list->items[i].other_block = 0;
    settle(list);
}

static bool holds_all(const FoundList *list, const FoundList *wanted)
{
    size_t at = 0;
    for (size_t i = 0; i < wanted->count; i++) {
        while (at < list->count && compare(&list->items[at], &wanted->items[i]) < 0)
            at++;
        if (at == list->count || compare(&list->items[at], &wanted->items[i]) != 0)
            return false;
    }
    return true;
}

static void compare_simple(bool hints)
{
    script = (Script){0};
    Race *race = race_new((SimFindingSink){&told, keep});
    reference.order = order_new();
    size_t found = 0;
    barriers_only = true;
    for (uint32_t seed = 1; seed <= ROUNDS; seed++) {
        play(seed, hints, race);
        forget_others(&told);
        forget_others(&reference.found);
        if (!holds_all(&told, &reference.found))
            fail_with_first_difference(seed);
        found += told.count;
    }
    barriers_only = false;
    assert_true(found > ROUNDS);
    order_free(reference.order);
    race_free(race);
}

static void simple_with_hints(void **state)
{
    (void)state;
    compare_simple(true);
}

static void simple_without_hints(void **state)
{
    (void)state;
    compare_simple(false);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(with_hints), cmocka_unit_test(without_hints), cmocka_unit_test(packed),
        cmocka_unit_test(simple_with_hints), cmocka_unit_test(simple_without_hints)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
