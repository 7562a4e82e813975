/* Races of several lanes at once, where it comes to the same for all of them; else lane by lane. */
#include "observe/race_run.h"
#include "observe/strip_cell.h"

/* -- one unit; false: lane by lane, please, and nothing was changed */

static bool clear_other(const Touch *touch, Slot *others, size_t i, Slot now)
{
    Slot other = others ? others[i] : 0;
    if (other == 0)
        return true;
    if (!rule_has_same_threads(other, now)) {
        OrderAnswer answer = rule_ask(touch, other);
        if (rule_is_mixed(other, now) || answer == ORDER_DIFFERS)
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
        return rule_gives_up(race);
    Slot old = reads[i];
    if (old && !rule_has_same_threads(old, now)) {
        OrderAnswer answer = rule_keeps_both(touch, old, page->kinds[RACE_OTHER], i)
                                 ? ORDER_CONCURRENT
                                 : rule_ask(touch, old);
        if (rule_is_mixed(old, now) || answer == ORDER_DIFFERS)
            return false;
        if (answer == ORDER_CONCURRENT) {
            Slot *others = strips_kind(touch->strips, page, RACE_OTHER);
            if (!others)
                return rule_gives_up(race);
            others[i] = old;
        } else if (!clear_other(touch, page->kinds[RACE_OTHER], i, now)) {
            return false;
        }
    }
    reads[i] = now;
    return true;
}

static inline bool touch_unit(Race *race, const Touch *touch, StripPage *page, size_t i, Slot now)
{
    const Slot *writes = race_loud(touch, page, RACE_WRITE);
    if (!(touch->updates ? rule_is_ordered(touch, writes, i, now)
                         : rule_is_settled(race, touch, writes, i, now)) ||
        !rule_is_settled(race, touch, race_loud(touch, page, RACE_ATOMIC), i, now))
        return false;
    if (!touch->writes)
        return read_unit(race, touch, page, i, now);
    return rule_is_settled(race, touch, race_loud(touch, page, RACE_READ), i, now) &&
           rule_is_settled(race, touch, race_loud(touch, page, RACE_OTHER), i, now) &&
           rule_put_write(race, touch, page, i, now);
}

/* -- several lanes */

static inline bool page_is_whole(const StripPage *page, uint64_t at, uint64_t end)
{
    return ((at | end) & ((UINT64_C(1) << page->unit_bits) - 1)) == 0;
}

/* The page at an address, its units so small that [at, end) covers them. NULL: no memory. */
static inline StripPage *page_for(Touch *touch, uint64_t at, uint64_t end)
{
    StripPage *page = strips_page(touch->strips, at);
    if (!page || page_is_whole(page, at, end))
        return page;
    uint32_t aligned = (uint32_t)__builtin_ctzll(at | end | 1 << STRIP_WORD);
    return strips_split(touch->strips, page, aligned);
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
    Sated pair = SATED_NOT;
    const Run run = {page,
                     i,
                     (size_t)((end - at) >> unit_bits),
                     own | (who + (uint32_t)((at - start) >> shift)),
                     shift < unit_bits ? unit_bits - shift : 0,
                     shift > unit_bits ? shift - unit_bits : 0,
                     &pair};
    if (touch_alike(touch, &run)) {
        sated_put(touch, page, at, end, pair);
        return end;
    }
    const Slot *reads = sated_counts(touch) ? page->kinds[RACE_READ] : NULL;
    for (; at < end; i++) {
        Slot now = own | (who + (uint32_t)((at - start) >> shift));
        Sated sated = reads && !rule_has_same_threads(reads[i], now) ? sated_pair(touch, reads[i])
                                                                     : SATED_NOT;
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
    if (end - start == touch->access->bytes)
        touch->view.asking = UINT32_C(1) << lane;
    for (uint64_t stop = start; at < end && at == stop;) {
        stop = (at | (page_bytes - 1)) + 1;
        stop = stop < end ? stop : end;
        uint64_t to = stop;
        StripPage *page = strips_page(touch->strips, at);
        if (page)
            sated_trim(touch, page, &at, &to);
        if (page && at < to && !page_is_whole(page, at, to))
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
    touch->view.asking = UINT32_MAX;
    if (at == end)
        return;
    /* What is done of a lane is not done again: a copy under way would meet itself. */
    uint32_t lanes = (uint32_t)((end - start) >> shift), l = (uint32_t)((at - start) >> shift);
    for (; l < lanes && race->on; l++, at = start + ((uint64_t)l << shift))
        race_touch_lane_rest(race, touch, lane + l, at);
}

/* Lanes of a unit each in packed pages, up to one that has to be looked at in another way: those
 * behind it come after it. Returns the lanes that are left. */
static uint32_t touch_packed(Race *race, Touch *touch, uint32_t lanes)
{
    const uint64_t *address = touch->access->address;
    const uint32_t bytes = touch->access->bytes, bits = (uint32_t)__builtin_ctz(bytes);
    const Slot own = slot_make(touch->own, 0, bits);
    StripPage *pages[32];
    StripCell cell;
    uint32_t packed = cell_pages(touch->strips, address, lanes, bits, pages);
    for (bool done = true; packed && done && race->on; packed &= packed - 1) {
        const uint32_t lane = (uint32_t)__builtin_ctz(packed);
        const uint64_t at = address[lane];
        if (at & (bytes - 1))
            break;
        cell_load(touch->strips, pages[lane], at, &cell);
        sated_leave(touch, pages[lane], at, at + bytes);
        done = touch_unit(race, touch, &cell.page, 0, own | (touch->first + lane)) &&
               cell_store(touch->strips, &cell);
        lanes &= ~((uint32_t)done << lane);
    }
    return lanes;
}

OBSERVE_WIDE void race_touch_words(Race *race, Touch *touch, uint32_t lanes)
{
    const uint64_t *address = touch->access->address;
    const uint32_t bytes = touch->access->bytes, bits = (uint32_t)__builtin_ctz(bytes);
    const Slot own = slot_make(touch->own, 0, bits);
    lanes = touch_packed(race, touch, lanes);
    for (; lanes && race->on; lanes &= lanes - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(lanes);
        const uint64_t at = address[lane], end = at + bytes;
        StripPage *page = page_for(touch, at, end);
        if (page)
            page = strips_load(touch->strips, page, at, end);
        if (!page) {
            race->on = false;
        } else if (page->unit_bits != bits) {
            race_touch_run(race, touch, lane, at, end);
        } else {
            size_t i = strips_index(touch->strips, page, at);
            sated_leave(touch, page, at, end);
            touch->view.asking = UINT32_C(1) << lane;
            if (!touch_unit(race, touch, page, i, own | (touch->first + lane)))
                race_touch_lane(race, touch, lane);
            touch->view.asking = UINT32_MAX;
        }
    }
}

/* `sated`: what is remembered now, if that is two threads' reads. */
static inline ALWAYS_INLINE bool touch_repeatedly(Race *race, const Touch *touch, StripPage *page,
                                                  size_t i, Slot before_last, Slot last,
                                                  Sated *sated)
{
    *sated = SATED_NOT;
    if (!rule_is_settled(race, touch, race_loud(touch, page, RACE_WRITE), i, 0) ||
        !rule_is_settled(race, touch, race_loud(touch, page, RACE_ATOMIC), i, 0))
        return false;
    if (touch->writes)
        return touch->strength == RACE_ATOMICALLY &&
               rule_is_settled(race, touch, race_loud(touch, page, RACE_READ), i, 0) &&
               rule_is_settled(race, touch, race_loud(touch, page, RACE_OTHER), i, 0) &&
               rule_put_write(race, touch, page, i, last);
    /* Lanes of one instruction are concurrent, whoever read before them. */
    Slot *reads = strips_kind(touch->strips, page, RACE_READ);
    Slot *others = strips_kind(touch->strips, page, RACE_OTHER);
    if (!reads || !others)
        return rule_gives_up(race);
    if (sated_counts(touch)) /* two of its own lanes would do, but mostly no other warp comes */
        *sated = sated_pair(touch, reads[i]);
    others[i] = *sated == SATED_FOR_GOOD ? reads[i] : before_last;
    reads[i] = last;
    return true;
}

OBSERVE_WIDE void race_touch_repeated(Race *race, Touch *touch, uint32_t lanes)
{
    const uint32_t lane = (uint32_t)__builtin_ctz(lanes), top = 31 - (uint32_t)__builtin_clz(lanes);
    const Who last = touch->first + top;
    const Who before_last =
        touch->first + 31 - (uint32_t)__builtin_clz(lanes & ~(UINT32_C(1) << top));
    uint64_t start = touch->access->address[lane], end = start + touch->access->bytes;
    bool alike = true;
    Sated sated = SATED_FOR_GOOD, one;
    StripPage *page = strips_page(touch->strips, start);
    if (page)
        sated_trim(touch, page, &start, &end);
    if (page && start < end && !page_is_whole(page, start, end))
        page = page_for(touch, start, end); /* an element lies in one page */
    if (page && start < end)
        page = strips_load(touch->strips, page, start, end);
    if (!page) {
        race->on = false;
        return;
    }
    for (uint64_t at = start; alike && at < end;) {
        alike = touch_repeatedly(race, touch, page, strips_index(touch->strips, page, at),
                                 slot_make(touch->own, before_last, page->unit_bits),
                                 slot_make(touch->own, last, page->unit_bits), &one);
        sated = alike && one < sated ? one : alike ? sated : SATED_NOT;
        at += UINT64_C(1) << page->unit_bits;
    }
    if (start < end)
        sated_put(touch, page, start, end, sated);
    for (uint32_t left = alike ? 0 : lanes; left && race->on; left &= left - 1)
        race_touch_lane(race, touch, (uint32_t)__builtin_ctz(left));
}
