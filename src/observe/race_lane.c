/* Races of one lane, whose units one thread each touched before; and what it releases and acquires.
 */
#include <string.h>

#include "observe/race_access.h"
#include "observe/race_rules.h"
#include "observe/race_sated.h"

/* A flag is as much released by the fence before it as what stands before that: who has read it,
 * and learnt of the fence, may read it plainly, as the holder of a ticket lock does. */
static bool is_known_flag(const Race *race, const Touch *touch, Slot before, Slot now)
{
    uint16_t clock = race_clock(before);
    return touch->strength == RACE_WEAK && !touch->writes && clock > 0 &&
           race_strength(race, before) == RACE_STRONG && race->fenced[race_site(before)] &&
           order_before(race->order, touch->block, (Stamp){slot_who(before), (uint16_t)(clock - 1)},
                        slot_who(now));
}

static bool conflicts(const Race *race, const Touch *touch, Slot before, Slot now)
{
    if (before == 0)
        return false;
    if (race_is_flying(before))
        return !touch->lands || slot_who(before) != slot_who(now);
    if (slot_who(before) == slot_who(now) || rule_both_strong(race, touch, before))
        return false;
    Stamp then = {slot_who(before), race_clock(before)};
    return !order_before(race->order, touch->block, then, slot_who(now)) &&
           !is_known_flag(race, touch, before, now);
}

static Slot slot_at(const StripPage *page, RaceKind kind, size_t i)
{
    return page->kinds[kind] ? page->kinds[kind][i] : 0;
}

/* Reports the first of two slots that conflicts; is there one? */
static bool check(Race *race, const Touch *touch, Slot first, Slot second, Slot now, bool writes)
{
    if (conflicts(race, touch, first, now))
        race_report(race, touch, now, first, writes);
    else if (conflicts(race, touch, second, now))
        race_report(race, touch, now, second, writes);
    else
        return false;
    return true;
}

static void put_slot(Race *race, const Touch *touch, StripPage *page, RaceKind kind, size_t i,
                     Slot slot)
{
    Slot *slots = strips_kind(touch->strips, page, kind);
    if (slots)
        slots[i] = slot;
    else
        race->on = false;
}

static void note_read(Race *race, const Touch *touch, StripPage *page, size_t i, Slot now)
{
    Slot old = slot_at(page, RACE_READ, i), other = slot_at(page, RACE_OTHER, i);
    if (old && slot_who(old) != slot_who(now)) {
        Stamp then = {slot_who(old), race_clock(old)};
        Stamp before = {slot_who(other), race_clock(other)};
        if (rule_keeps_both(touch, old, page->kinds[RACE_OTHER], i) ||
            !order_before(race->order, touch->block, then, slot_who(now)))
            put_slot(race, touch, page, RACE_OTHER, i, old);
        else if (other && order_before(race->order, touch->block, before, slot_who(now)))
            page->kinds[RACE_OTHER][i] = 0;
    }
    put_slot(race, touch, page, RACE_READ, i, now);
}

/* volatile makes writes visible, and a flag of one is no race; but of two threads that each read,
 * add and write, one is lost. Where releases are, it is a lock's or a flag's own word. */
static bool loses_update(const Race *race, const Touch *touch, Slot write, Slot now)
{
    if (!touch->updates || write == 0 || race_strength(race, write) != RACE_STRONG ||
        slot_who(write) == slot_who(now) || order_is_released(race->order, touch->key))
        return false;
    Stamp then = {slot_who(write), race_clock(write)};
    return !order_before(race->order, touch->block, then, slot_who(now));
}

static void touch_cell(Race *race, const Touch *touch, StripPage *page, size_t i, Slot now)
{
    Slot write = slot_at(page, RACE_WRITE, i), atomic = slot_at(page, RACE_ATOMIC, i);
    bool raced = check(race, touch, write, atomic, now, true);
    if (!raced && loses_update(race, touch, write, now)) {
        race_report(race, touch, now, write, true);
        raced = true;
    }
    if (!touch->writes) {
        note_read(race, touch, page, i, now);
        return;
    }
    Slot read = slot_at(page, RACE_READ, i), other = slot_at(page, RACE_OTHER, i);
    bool reader = check(race, touch, read, other, now, false);
    if (reader || (raced && race_is_update(write)))
        now |= slot_own_bits(RACE_UPDATE);
    rule_put_write(race, touch, page, i, now);
}

/* The page with its units so small that one thread touched each of those at the address, and that
 * the access covers them. NULL: no memory. */
static StripPage *fine_page(Touch *touch, uint64_t address)
{
    Strips *strips = touch->strips;
    StripPage *page = strips_page(strips, address);
    uint32_t bytes = touch->access->bytes;
    uint32_t wanted = bytes < 4 ? (uint32_t)__builtin_ctz(bytes) : STRIP_WORD;
    if (!page || !(page = strips_split(strips, page, wanted)) ||
        !(page = strips_load(strips, page, address, address + 1)))
        return NULL;
    size_t i = strips_index(strips, page, address);
    for (int kind = 0; kind < STRIP_KINDS; kind++) {
        Slot slot = slot_at(page, (RaceKind)kind, i);
        if (slot && slot_shift(slot) < wanted)
            wanted = slot_shift(slot);
    }
    page = strips_split(strips, page, wanted);
    return page ? strips_load(strips, page, address, address + 1) : NULL;
}

/* Written as relaxed, scope and all, as cuda::atomic does, or as one that only releases. CUDA's own
 * atomic functions, volatile and so on are as weak by the letter, but the guide's examples read
 * what they guard without a fence. */
static bool is_relaxed(const SimAccess *access)
{
    const PtxInst *inst = access->inst ? access->inst : access->site.inst;
    if (access->order == SIM_ORDER_RELEASE)
        return true;
    return access->order == SIM_ORDER_RELAXED && access->scope != SIM_SCOPE_NONE && inst &&
           ptx_has(inst, PTX_MOD_RELAXED) &&
           (access->kind == SIM_ACCESS_LOAD || ptx_has(inst, PTX_MOD_GPU) ||
            ptx_has(inst, PTX_MOD_CTA) || ptx_has(inst, PTX_MOD_SYS));
}

static bool may_acquire(const SimAccess *access, bool blind)
{
    return access->kind != SIM_ACCESS_STORE && access->kind != SIM_ACCESS_REDUCTION && !blind &&
           access->order != SIM_ORDER_WEAK;
}

bool race_synchronises(Race *race, const SimWarpInfo *warp, const SimAccess *access,
                       RaceStrength strength)
{
    const OrderBlock *block = race->touch.block;
    bool released = false;
    if (order_is_idle(race->order, block, warp->warp, access->order))
        return false;
    if (access->space != PTX_SPACE_SHARED && (access->mask & (access->mask - 1)))
        order_fetch(race->order, block, access->address, access->mask);
    if (access->space == PTX_SPACE_SHARED || is_relaxed(access) ||
        (access->kind != SIM_ACCESS_LOAD && order_releases(block, warp->warp, access->order)))
        return true;
    if (!may_acquire(access, access->kind == SIM_ACCESS_ATOMIC &&
                                 race->blind[race_site_for(race, warp, access, strength)]))
        return false;
    for (uint32_t left = access->mask; left && !released; left &= left - 1)
        released = order_is_released(race->order, access->address[__builtin_ctz(left)]);
    return released;
}

/* The first plain store in the place of this lane's access that is not ordered before it; 0: none.
 * `at` is where it lies, and `now` the access there. */
static Slot plain_before(Race *race, Touch *touch, uint32_t lane, uint64_t *at, Slot *now)
{
    uint64_t start = touch->access->address[lane], end = start + touch->access->bytes;
    StripPage *page;
    for (*at = start; *at < end; *at += UINT64_C(1) << page->unit_bits) {
        page = fine_page(touch, *at);
        if (!page)
            return 0;
        Slot write = slot_at(page, RACE_WRITE, strips_index(touch->strips, page, *at));
        *now = slot_make(touch->own, touch->first + lane, page->unit_bits);
        if (write && race_strength(race, write) == RACE_WEAK && conflicts(race, touch, write, *now))
            return write;
    }
    return 0;
}

/* What a lane learns from a place itself doesn't tell it when the place was set up: a plain store
 * that nothing but the place's own release orders before this access may as well come after it. */
static void acquire(Race *race, Touch *touch, uint32_t lane)
{
    const SimAccess *access = touch->access;
    uint64_t at;
    Slot now, write = 0;
    if (order_is_released(race->order, touch->key))
        write = plain_before(race, touch, lane, &at, &now);
    if (is_relaxed(access))
        order_acquire_later(race->order, touch->block, touch->warp->warp, lane, touch->key);
    else
        order_acquire(race->order, touch->block, touch->warp->warp, UINT32_C(1) << lane,
                      touch->key);
    if (!write || conflicts(race, touch, write, now)) /* it is told of anyhow */
        return;
    touch->address = at;
    race_report(race, touch, now, write, true);
}

/* Before an operation on an mbarrier: who waits for a phase learns what came in it and in those
 * before, but not what comes already in the next one. `both`: the operation may end more than one
 * phase, which memory does not show. */
static uint64_t phase_key(Race *race, const Touch *touch, uint64_t address, bool *both)
{
    const SimAccess *access = touch->access;
    const PtxInst *inst = access->inst;
    bool own = inst && inst->op == PTX_OP_MBARRIER;
    uint64_t object = 0, count_mask = (UINT64_C(1) << SIM_MBARRIER_COUNT_BITS) - 1;
    if (access->bytes != sizeof object || touch->strength != RACE_ATOMICALLY ||
        !(own || order_is_phased(race->order, touch->key)))
        return touch->key;
    memcpy(&object, (const void *)(uintptr_t)(access->shared_base + address), sizeof object);
    if (own && ptx_has(inst, PTX_MOD_INIT))
        object = 0;
    uint32_t lanes = 0;
    for (uint32_t left = access->mask; left; left &= left - 1)
        lanes += access->address[__builtin_ctz(left)] == address;
    *both = lanes > (object >> SIM_MBARRIER_PENDING_AT & count_mask);
    return order_phase(race->order, touch->block, touch->key, object >> SIM_MBARRIER_PHASE_AT);
}

/* A strong access is a meeting point as well: it may release to and acquire from its location. */
static void synchronise(Race *race, Touch *touch, uint32_t lane)
{
    const SimAccess *access = touch->access;
    uint32_t warp = touch->warp->warp;
    uint64_t address = access->address[lane];
    uint64_t key = touch->key = race_place(access, address);
    bool both = false;
    uint64_t to = touch->shared ? phase_key(race, touch, address, &both) : key;
    if (may_acquire(access, touch->blind))
        acquire(race, touch, lane);
    if (access->kind != SIM_ACCESS_LOAD)
        order_release(race->order, touch->block, touch->warp, UINT32_C(1) << lane, to,
                      access->order, access->scope);
    if (access->kind != SIM_ACCESS_LOAD && both && to != key)
        order_release(race->order, touch->block, touch->warp, UINT32_C(1) << lane, key,
                      access->order, access->scope);
    touch->own &= ~slot_own_bits(UINT16_MAX);
    touch->clock = order_clock(touch->block, warp);
    touch->own |= slot_own_bits(touch->clock);
}

void race_touch_lane_rest(Race *race, Touch *touch, uint32_t lane, uint64_t from)
{
    uint64_t end = touch->access->address[lane] + touch->access->bytes;
    touch->lane = lane;
    if (touch->strength != RACE_WEAK)
        synchronise(race, touch, lane);
    for (uint64_t at = from; at < end && race->on;) {
        StripPage *page = fine_page(touch, at);
        if (!page) {
            race->on = false;
            return;
        }
        sated_leave(touch, page, at, at + 1);
        touch->address = at;
        touch_cell(race, touch, page, strips_index(touch->strips, page, at),
                   slot_make(touch->own, touch->first + lane, page->unit_bits));
        at += UINT64_C(1) << page->unit_bits;
    }
}

void race_touch_lane(Race *race, Touch *touch, uint32_t lane)
{
    race_touch_lane_rest(race, touch, lane, touch->access->address[lane]);
}

/* Whether a plain store is remembered where the lane accesses. True also without memory. */
static bool meets_plain_store(const Race *race, Touch *touch, uint32_t lane)
{
    const StripPage *page;
    uint64_t at = touch->access->address[lane], end = at + touch->access->bytes;
    for (; at < end; at += UINT64_C(1) << page->unit_bits) {
        page = fine_page(touch, at);
        if (!page)
            return true;
        Slot write = slot_at(page, RACE_WRITE, strips_index(touch->strips, page, at));
        if (write && race_strength(race, write) == RACE_WEAK)
            return true;
    }
    return false;
}

bool race_touch_same(Race *race, Touch *touch, uint32_t lanes)
{
    const SimAccess *access = touch->access;
    if (touch->shared || access->order >= SIM_ORDER_RELEASE || is_relaxed(access) ||
        order_clock(touch->block, touch->warp->warp) == ORDER_CLOCK_MAX ||
        meets_plain_store(race, touch, (uint32_t)__builtin_ctz(lanes)))
        return false;
    if (may_acquire(access, touch->blind))
        order_acquire(race->order, touch->block, touch->warp->warp, lanes, touch->key);
    touch->view = order_view(race->order, touch->block, touch->warp->warp);
    touch->past_known = false;
    race_touch_repeated(race, touch, lanes);
    return true;
}
