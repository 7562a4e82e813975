/* The rules of races, for units that several lanes touch at once where it comes to the same for all
 * of them, else lane by lane.
 *
 * Order is asked of order.h, so what is found doesn't depend on the schedule that happened. Strong
 * accesses (atomic, or in global memory volatile and stronger) don't race with each other as long
 * as the scope of each reaches the other (PTX ISA 8.7, morally strong); volatile ones of one warp
 * on shared memory do, since lanes are only ordered by __syncwarp. An asynchronous copy is ordered
 * before nothing until its thread has waited for it. */
#include "observe/race_past.h"
#include "observe/race_sated.h"
#include "observe/race_state.h"
#include "observe/wide.h"

static bool gives_up(Race *race)
{
    race->on = false;
    return false;
}

/* Was `before` ordered before this access, for all lanes alike? */
static inline OrderAnswer ask(const Touch *touch, Slot before)
{
    return order_before_warp(&touch->view, (Stamp){slot_who(before), race_clock(before)});
}

/* volatile makes what is written visible, but orders nothing: with a fence that is enough for a
 * flag, and for data that a sequence lock guards. Other data need what plain ones need, though
 * writes of one value by several threads are left alone here (race_report). */
static bool volatile_is_enough(const Race *race, const Touch *touch, Slot before)
{
    uint32_t site = race_site(before);
    const PtxInst *inst = race_inst(race, before);
    bool writes_before = inst && inst->op != PTX_OP_LD;
    if (!inst || (touch->strength == RACE_STRONG) != (race_strength(race, before) == RACE_STRONG))
        return !writes_before || !touch->writes;
    return writes_before != touch->writes &&
           race->fenced[touch->writes ? race_site(touch->own) : site];
}

/* Neither sees a flag in the place, and one is volatile. */
static inline bool is_data(const Race *race, const Touch *touch, Slot before)
{
    bool data = race->data[race_site(before)];
    return (touch->data || data) && (touch->data || touch->strength == RACE_ATOMICALLY) &&
           (data || race_strength(race, before) == RACE_ATOMICALLY);
}

/* An mbarrier that one lane of a warp ends, after all of its lanes have arrived there: libcu++ has
 * them meet by a match only, which orders no memory, before the last to leave a pipeline does so.
 */
static bool ends_own(const Race *race, const Touch *touch, Slot before)
{
    const PtxInst *inst = race_inst(race, before);
    return inst && inst->op == PTX_OP_MBARRIER && race_warp(before) == race_warp(touch->first) &&
           race_strength(race, before) == RACE_ATOMICALLY;
}

static inline bool both_strong(const Race *race, const Touch *touch, Slot before)
{
    if (touch->strength == RACE_WEAK || race_strength(race, before) == RACE_WEAK)
        return touch->ends && ends_own(race, touch, before);
    if ((touch->narrow || race->narrow[race_site(before)]) &&
        (race_warp(before) - touch->view.first_warp) >= touch->view.warps)
        return false;
    if (is_data(race, touch, before))
        return volatile_is_enough(race, touch, before);
    bool atomic =
        touch->strength == RACE_ATOMICALLY || race_strength(race, before) == RACE_ATOMICALLY;
    return atomic || !touch->shared || race_warp(before) != race_warp(touch->first);
}

/* Certainly no conflict, for no byte of the unit. `now`: 0 when several lanes touch it. */
static inline bool is_settled(const Race *race, const Touch *touch, const Slot *slots, size_t i,
                              Slot now)
{
    Slot before = slots ? slots[i] : 0;
    if (before == 0)
        return true;
    if (race_is_flying(before))
        return touch->lands && ((before ^ now) & SLOT_THREADS) == 0;
    if (touch->alike && race_site(before ^ touch->own) == 0)
        return true;
    return both_strong(race, touch, before) || ask(touch, before) == ORDER_BEFORE ||
           ((before ^ now) & SLOT_THREADS) == 0;
}

static inline bool has_same_threads(Slot a, Slot b)
{
    return ((a ^ b) & SLOT_THREADS) == 0;
}

/* For some bytes the threads are the same, for others they are not. */
static inline bool is_mixed(Slot a, Slot b)
{
    return race_warp(a) == race_warp(b) && slot_shift(a) != slot_shift(b);
}

/* -- whole units; false: lane by lane, please, and nothing was changed */

static bool clear_other(const Touch *touch, Slot *others, size_t i, Slot now)
{
    Slot other = others ? others[i] : 0;
    if (other == 0)
        return true;
    if (!has_same_threads(other, now)) {
        OrderAnswer answer = ask(touch, other);
        if (is_mixed(other, now) || answer == ORDER_DIFFERS)
            return false;
        if (answer == ORDER_CONCURRENT)
            return true;
    }
    others[i] = 0;
    return true;
}

static inline bool read_unit(Race *race, const Touch *touch, StripPage *page, size_t i, Slot now)
{
    Slot *reads = strips_kind(touch->strips, page, RACE_READ);
    if (!reads)
        return gives_up(race);
    Slot old = reads[i];
    if (old && !has_same_threads(old, now)) {
        OrderAnswer answer = ask(touch, old);
        if (is_mixed(old, now) || answer == ORDER_DIFFERS)
            return false;
        if (answer == ORDER_CONCURRENT) {
            Slot *others = strips_kind(touch->strips, page, RACE_OTHER);
            if (!others)
                return gives_up(race);
            others[i] = old;
        } else if (!clear_other(touch, page->kinds[RACE_OTHER], i, now)) {
            return false;
        }
    }
    reads[i] = now;
    return true;
}

/* An atomic write that reaches its block alone says more than a wider one of the same thread at the
 * same time after it. */
static inline bool stays_narrow(const Race *race, const Touch *touch, Slot before, Slot now)
{
    return touch->strength == RACE_ATOMICALLY && !touch->narrow && before &&
           race->narrow[race_site(before)] && slot_who(before) == slot_who(now) &&
           race_clock(before) == race_clock(now);
}

/* Puts a write in its place; a plain one makes all that was before it part of the past. */
static inline bool put_write(Race *race, const Touch *touch, StripPage *page, size_t i, Slot now)
{
    bool atomic = touch->strength == RACE_ATOMICALLY;
    Slot *slots = strips_kind(touch->strips, page, atomic ? RACE_ATOMIC : RACE_WRITE);
    if (!slots)
        return gives_up(race);
    for (int kind = 0; !atomic && kind < STRIP_KINDS; kind++)
        if (page->kinds[kind])
            page->kinds[kind][i] = 0;
    if (!stays_narrow(race, touch, slots[i], now))
        slots[i] = now;
    return true;
}

static inline bool touch_unit(Race *race, const Touch *touch, StripPage *page, size_t i, Slot now)
{
    if (!is_settled(race, touch, race_loud(touch, page, RACE_WRITE), i, now) ||
        !is_settled(race, touch, race_loud(touch, page, RACE_ATOMIC), i, now))
        return false;
    if (!touch->writes)
        return read_unit(race, touch, page, i, now);
    return is_settled(race, touch, race_loud(touch, page, RACE_READ), i, now) &&
           is_settled(race, touch, race_loud(touch, page, RACE_OTHER), i, now) &&
           put_write(race, touch, page, i, now);
}

/* -- one lane, whose units one thread each touched before */

static bool conflicts(const Race *race, const Touch *touch, Slot before, Slot now)
{
    if (before == 0)
        return false;
    if (race_is_flying(before))
        return !touch->lands || slot_who(before) != slot_who(now);
    if (slot_who(before) == slot_who(now) || both_strong(race, touch, before))
        return false;
    Stamp then = {slot_who(before), race_clock(before)};
    return !order_before(race->order, touch->block, then, slot_who(now));
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
        if (!order_before(race->order, touch->block, then, slot_who(now)))
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
    put_write(race, touch, page, i, now);
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

/* Written as relaxed, scope and all, as cuda::atomic does. CUDA's own atomic functions, volatile
 * and so on are as weak by the letter, but the guide's examples read what they guard without a
 * fence. */
static bool is_relaxed(const SimAccess *access)
{
    const PtxInst *inst = access->inst ? access->inst : access->site.inst;
    return access->order == SIM_ORDER_RELAXED && access->scope != SIM_SCOPE_NONE && inst &&
           ptx_has(inst, PTX_MOD_RELAXED) &&
           (access->kind == SIM_ACCESS_LOAD || ptx_has(inst, PTX_MOD_GPU) ||
            ptx_has(inst, PTX_MOD_CTA) || ptx_has(inst, PTX_MOD_SYS));
}

static bool may_acquire(const Touch *touch)
{
    SimAccessKind kind = touch->access->kind;
    return kind != SIM_ACCESS_STORE && kind != SIM_ACCESS_REDUCTION && !touch->blind;
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
    (is_relaxed(access) ? order_acquire_later : order_acquire)(race->order, touch->block,
                                                               touch->warp->warp, lane, touch->key);
    if (!write || conflicts(race, touch, write, now)) /* it is told of anyhow */
        return;
    touch->address = at;
    race_report(race, touch, now, write, true);
}

/* A strong access is a meeting point as well: it may release to and acquire from its location. */
static void synchronise(Race *race, Touch *touch, uint32_t lane)
{
    const SimAccess *access = touch->access;
    uint32_t warp = touch->warp->warp;
    uint64_t address = access->address[lane];
    uint64_t key = touch->key =
        touch->shared ? address | (uint64_t)(access->owner_linear + 1) << 32 : address;
    if (may_acquire(touch))
        acquire(race, touch, lane);
    if (access->kind != SIM_ACCESS_LOAD)
        order_release(race->order, touch->block, touch->warp, UINT32_C(1) << lane, key,
                      access->order, access->scope);
    touch->own &= ~slot_own_bits(UINT16_MAX);
    touch->clock = order_clock(touch->block, warp);
    touch->own |= slot_own_bits(touch->clock);
}

/* Its bytes from `from` on. */
static void touch_lane_rest(Race *race, Touch *touch, uint32_t lane, uint64_t from)
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
    touch_lane_rest(race, touch, lane, touch->access->address[lane]);
}

/* -- several lanes */

static inline bool is_whole(const StripPage *page, uint64_t at, uint64_t end)
{
    return ((at | end) & ((UINT64_C(1) << page->unit_bits) - 1)) == 0;
}

/* The page at an address, its units so small that [at, end) covers them. NULL: no memory. */
static inline StripPage *page_for(Touch *touch, uint64_t at, uint64_t end)
{
    StripPage *page = strips_page(touch->strips, at);
    if (!page || is_whole(page, at, end))
        return page;
    uint32_t aligned = (uint32_t)__builtin_ctzll(at | end | 1 << STRIP_WORD);
    return strips_split(touch->strips, page, aligned);
}

/* -- runs of units whose slots show one pattern: the rules once for all of them */

enum { RUN_LEAST = 2 }; /* units from which on it is worth looking */

/* Slots [i, i + count) of a page, of lanes side by side: a slot's first thread is `step` after that
 * of the one before. The functions are inlined so that usual counts and steps are constants. */
typedef struct Run {
    StripPage *page;
    size_t i, count;
    Slot first;
    uint32_t step;
    Sated *sated; /* set to what these reads are with those that stand beside them now */
} Run;

typedef enum Look {
    LOOK_FREE, /* nobody was there */
    LOOK_RUN,  /* threads side by side too, all at one place and time of their warps: of two warps
                * at most, the first one's and the last one's */
    LOOK_MIXED
} Look;

static inline ALWAYS_INLINE Look look_at(const Slot *slots, const Run *run)
{
    if (!slots)
        return LOOK_FREE;
    slots += run->i;
    const Slot first = slots[0];
    const uint32_t step = first ? run->step : 0;
    const size_t count = run->count;
    Four differs = {0}, like = FOUR_FROM(first, step);
    Slot odd = 0;
    size_t k = 0;
    for (; k + FOUR <= count; k += FOUR, like += FOUR * (Slot)step)
        differs |= FOUR_AT(slots, k) ^ like;
    for (; k < count; k++)
        odd |= slots[k] ^ (first + k * step);
    odd |= FOUR_JOINED(differs);
    return odd ? LOOK_MIXED : !first ? LOOK_FREE : race_is_flying(first) ? LOOK_MIXED : LOOK_RUN;
}

static inline ALWAYS_INLINE void put_run(Slot *slots, const Run *run)
{
    const Slot first = run->first;
    const uint32_t step = run->step;
    const size_t count = run->count;
    Four like = FOUR_FROM(first, step);
    size_t k = 0;
    slots += run->i;
    for (; k + FOUR <= count; k += FOUR, like += FOUR * (Slot)step)
        *(Four *)(slots + k) = like;
    for (; k < count; k++)
        slots[k] = first + k * step;
}

static inline ALWAYS_INLINE void clear_run(Slot *slots, const Run *run)
{
    const Run none = {.i = run->i, .count = run->count};
    put_run(slots, &none); /* a memset() of so few is slow */
}

/* One answer for all of a run; ORDER_DIFFERS also where there is none. */
static inline ALWAYS_INLINE OrderAnswer ask_run(const Touch *touch, const Slot *slots,
                                                const Run *run)
{
    OrderAnswer answer = ask(touch, slots[run->i]);
    return answer == ask(touch, slots[run->i + run->count - 1]) ? answer : ORDER_DIFFERS;
}

/* Whether nothing in the run can conflict, whoever was there; false where that isn't easily seen.
 */
static inline ALWAYS_INLINE bool is_past_run(Touch *touch, const Slot *slots, const Run *run)
{
    if (!slots)
        return true;
    if (!touch->shared || run->count % FOUR)
        return false;
    past_find(touch);
    return past_all(touch, slots + run->i, run->count);
}

static inline ALWAYS_INLINE bool is_settled_run(Touch *touch, const Slot *slots, const Run *run)
{
    Look look = look_at(slots, run);
    if (look == LOOK_MIXED)
        return is_past_run(touch, slots, run);
    return look == LOOK_FREE || has_same_threads(slots[run->i], run->first) ||
           ask_run(touch, slots, run) == ORDER_BEFORE;
}

static inline ALWAYS_INLINE bool read_run(Touch *touch, const Run *run)
{
    Slot *const *kinds = run->page->kinds;
    Slot *reads = kinds[RACE_READ], *others = kinds[RACE_OTHER];
    if (!reads || !is_settled_run(touch, race_loud(touch, run->page, RACE_WRITE), run) ||
        !is_settled_run(touch, race_loud(touch, run->page, RACE_ATOMIC), run))
        return false;
    if (touch->quiet >> RACE_READ & 1) {
        if (others)
            clear_run(others, run);
        put_run(reads, run);
        return true;
    }
    Look look = look_at(reads, run);
    if (look == LOOK_MIXED && is_past_run(touch, reads, run) && is_past_run(touch, others, run)) {
        if (others)
            clear_run(others, run);
        put_run(reads, run);
        return true;
    }
    if (look == LOOK_MIXED ||
        (look == LOOK_RUN && slot_shift(reads[run->i]) != slot_shift(run->first)))
        return false;
    if (look == LOOK_RUN && !has_same_threads(reads[run->i], run->first)) {
        OrderAnswer answer = ask_run(touch, reads, run);
        if (answer == ORDER_DIFFERS || (answer == ORDER_CONCURRENT && !others) ||
            (answer == ORDER_BEFORE && look_at(others, run) != LOOK_FREE))
            return false;
        const Run before = {
            .i = run->i, .count = run->count, .first = reads[run->i], .step = run->step};
        if (answer == ORDER_CONCURRENT)
            put_run(others, &before);
        Sated sated = sated_pair(touch, before.first);
        if (answer == ORDER_CONCURRENT && sated_counts(touch) &&
            sated == sated_pair(touch, reads[run->i + run->count - 1]))
            *run->sated = sated;
    }
    put_run(reads, run);
    return true;
}

static inline ALWAYS_INLINE bool write_run(Touch *touch, const Run *run)
{
    Slot *const *kinds = run->page->kinds;
    if (!kinds[RACE_WRITE])
        return false;
    for (int kind = 0; kind < STRIP_KINDS; kind++)
        if (!is_settled_run(touch, race_loud(touch, run->page, (RaceKind)kind), run))
            return false;
    for (int kind = 0; kind < STRIP_KINDS; kind++)
        if (kinds[kind] && kind != RACE_WRITE)
            clear_run(kinds[kind], run);
    put_run(kinds[RACE_WRITE], run);
    return true;
}

static inline ALWAYS_INLINE bool run_touch(Touch *touch, Run run, size_t count, uint32_t step)
{
    run.count = count;
    run.step = step;
    return touch->writes ? write_run(touch, &run) : read_run(touch, &run);
}

/* False: unit by unit, please, and nothing was changed. */
static inline ALWAYS_INLINE bool touch_alike(Touch *touch, const Run *run)
{
    if (run->count < RUN_LEAST || touch->strength != RACE_WEAK || touch->lands ||
        race_is_flying(touch->own))
        return false;
    if (run->step == 1 && run->count == 32)
        return run_touch(touch, *run, 32, 1);
    if (run->step == 1 && run->count == 16)
        return run_touch(touch, *run, 16, 1);
    if (run->step == 8 && run->count == 4)
        return run_touch(touch, *run, 4, 8);
    if (run->step == 8 && run->count == 2)
        return run_touch(touch, *run, 2, 8);
    return run_touch(touch, *run, run->count, run->step);
}

/* Touches the units at [at, end), which lie in one page; who: of the run's start. Returns how far
 * it came to the same for all lanes. */
static inline ALWAYS_INLINE uint64_t touch_units(Race *race, Touch *touch, StripPage *page,
                                                 uint64_t start, uint64_t at, uint64_t end, Who who,
                                                 uint32_t shift)
{
    const uint32_t unit_bits = page->unit_bits;
    const Slot own = slot_make(touch->own, 0, shift < unit_bits ? shift : unit_bits);
    size_t i = strips_index(touch->strips, page, at);
    if (shift <= unit_bits) {
        Sated sated = SATED_NOT;
        const Run run = {page,
                         i,
                         (size_t)((end - at) >> unit_bits),
                         own | (who + (uint32_t)((at - start) >> shift)),
                         UINT32_C(1) << (unit_bits - shift),
                         &sated};
        if (touch_alike(touch, &run)) {
            sated_put(touch, page, at, end, sated);
            return end;
        }
    }
    const Slot *reads = sated_counts(touch) ? page->kinds[RACE_READ] : NULL;
    for (; at < end; i++) {
        Slot now = own | (who + (uint32_t)((at - start) >> shift));
        Sated sated =
            reads && !has_same_threads(reads[i], now) ? sated_pair(touch, reads[i]) : SATED_NOT;
        if (!touch_unit(race, touch, page, i, now))
            break;
        sated_put(touch, page, at, at + (UINT64_C(1) << unit_bits), sated);
        at += UINT64_C(1) << unit_bits;
    }
    return at;
}

OBSERVE_WIDE void race_touch_run(Race *race, Touch *touch, uint32_t lane, uint64_t start,
                                 uint64_t end)
{
    const uint64_t page_bytes = UINT64_C(1) << touch->strips->page_bits;
    const uint32_t shift = (uint32_t)__builtin_ctz(touch->access->bytes);
    uint64_t at = start;
    for (uint64_t stop = start; at < end && at == stop;) {
        stop = (at | (page_bytes - 1)) + 1;
        stop = stop < end ? stop : end;
        uint64_t to = stop;
        StripPage *page = strips_page(touch->strips, at);
        if (page)
            sated_trim(touch, page, &at, &to);
        if (page && at < to && !is_whole(page, at, to))
            page = page_for(touch, at, to);
        if (page && at < to)
            page = strips_load(touch->strips, page, at, to);
        if (!page) {
            race->on = false;
            return;
        }
        if (at < to)
            at = touch_units(race, touch, page, start, at, to, touch->first + lane, shift);
        at = at == to ? stop : at;
    }
    if (at == end)
        return;
    /* What is done of a lane is not done again: a copy under way would meet itself. */
    uint32_t lanes = (uint32_t)((end - start) >> shift), l = (uint32_t)((at - start) >> shift);
    for (; l < lanes && race->on; l++, at = start + ((uint64_t)l << shift))
        touch_lane_rest(race, touch, lane + l, at);
}

/* Mostly each lane's word lies elsewhere: the processor fetches what all of them need at a time. */
static void fetch_words(const Touch *touch, uint32_t lanes)
{
    const uint64_t *address = touch->access->address;
    const RaceKind first = touch->writes ? RACE_WRITE : RACE_READ;
    if (touch->shared)
        return;
    for (uint32_t left = lanes; left; left &= left - 1)
        strips_fetch_page(touch->strips, address[__builtin_ctz(left)]);
    for (uint32_t left = lanes; left; left &= left - 1)
        strips_fetch_slot(touch->strips, address[__builtin_ctz(left)], first);
}

OBSERVE_WIDE void race_touch_words(Race *race, Touch *touch, uint32_t lanes)
{
    const uint64_t *address = touch->access->address;
    const Slot own = slot_make(touch->own, 0, STRIP_WORD);
    lanes = race_touch_easy_words(touch, lanes);
    race_hear_own(touch);
    fetch_words(touch, lanes);
    for (; lanes && race->on; lanes &= lanes - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(lanes);
        StripPage *page = page_for(touch, address[lane], address[lane] + 4);
        if (page)
            page = strips_load(touch->strips, page, address[lane], address[lane] + 4);
        if (!page) {
            race->on = false;
        } else if (page->unit_bits != STRIP_WORD) {
            race_touch_run(race, touch, lane, address[lane], address[lane] + 4);
        } else {
            size_t i = strips_index(touch->strips, page, address[lane]);
            sated_leave(touch, page, address[lane], address[lane] + 1);
            if (!touch_unit(race, touch, page, i, own | (touch->first + lane)))
                race_touch_lane(race, touch, lane);
        }
    }
}

/* `sated`: what is remembered now, if that is two threads' reads. */
static inline ALWAYS_INLINE bool touch_repeatedly(Race *race, const Touch *touch, StripPage *page,
                                                  size_t i, Slot before_last, Slot last,
                                                  Sated *sated)
{
    *sated = SATED_NOT;
    if (!is_settled(race, touch, race_loud(touch, page, RACE_WRITE), i, 0) ||
        !is_settled(race, touch, race_loud(touch, page, RACE_ATOMIC), i, 0))
        return false;
    if (touch->writes)
        return touch->strength == RACE_ATOMICALLY &&
               is_settled(race, touch, race_loud(touch, page, RACE_READ), i, 0) &&
               is_settled(race, touch, race_loud(touch, page, RACE_OTHER), i, 0) &&
               put_write(race, touch, page, i, last);
    /* Lanes of one instruction are concurrent, whoever read before them. */
    Slot *reads = strips_kind(touch->strips, page, RACE_READ);
    Slot *others = strips_kind(touch->strips, page, RACE_OTHER);
    if (!reads || !others)
        return gives_up(race);
    if (sated_counts(touch)) /* two of its own lanes would do, but mostly no other warp comes */
        *sated = sated_pair(touch, reads[i]);
    others[i] = *sated == SATED_FOR_GOOD ? reads[i] : before_last;
    reads[i] = last;
    return true;
}

OBSERVE_WIDE void race_touch_repeated(Race *race, Touch *touch, uint32_t lane, uint32_t count)
{
    uint64_t start = touch->access->address[lane], end = start + touch->access->bytes;
    Who last = touch->first + lane + count - 1;
    bool alike = true;
    Sated sated = SATED_FOR_GOOD, one;
    StripPage *page = strips_page(touch->strips, start);
    if (page)
        sated_trim(touch, page, &start, &end);
    if (page && start < end && !is_whole(page, start, end))
        page = page_for(touch, start, end); /* an element lies in one page */
    if (page && start < end)
        page = strips_load(touch->strips, page, start, end);
    if (!page) {
        race->on = false;
        return;
    }
    for (uint64_t at = start; alike && at < end;) {
        alike = touch_repeatedly(race, touch, page, strips_index(touch->strips, page, at),
                                 slot_make(touch->own, last - 1, page->unit_bits),
                                 slot_make(touch->own, last, page->unit_bits), &one);
        sated = alike && one < sated ? one : alike ? sated : SATED_NOT;
        at += UINT64_C(1) << page->unit_bits;
    }
    if (start < end)
        sated_put(touch, page, start, end, sated);
    for (uint32_t l = lane; !alike && l < lane + count && race->on; l++)
        race_touch_lane(race, touch, l);
}
