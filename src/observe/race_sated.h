/* Words of which two threads' reads are remembered, so that further ones by other threads add
 * nothing: a later write that isn't ordered after all of them isn't ordered after one of the two.
 *
 * That is so where all that orders threads are barriers of whole blocks (race_simple.h): for reads
 * by one block between two barriers, until the next one; for reads by two blocks for good. The
 * words are the marks of a page of strips. */
#ifndef CULAB_OBSERVE_RACE_SATED_H
#define CULAB_OBSERVE_RACE_SATED_H

#include "observe/race_past.h"
#include "observe/race_state.h"
#include "observe/wide.h"

typedef enum Sated { SATED_NOT, SATED_NOW, SATED_FOR_GOOD } Sated;

/* Words of a page: bits `shift` on of number `at` of the marks. */
typedef struct SatedBits {
    size_t at;
    uint32_t shift, count;
} SatedBits;

/* Those of [start, end), which lie in one page. */
static inline SatedBits sated_bits(const Strips *strips, uint64_t start, uint64_t end)
{
    uint64_t inside = (UINT64_C(1) << strips->page_bits) - 1;
    uint64_t first = (start & inside) >> STRIP_WORD, last = ((end - 1) & inside) >> STRIP_WORD;
    return (SatedBits){(size_t)(first / 64), (uint32_t)(first % 64), (uint32_t)(last - first + 1)};
}

/* Takes those in the first number. */
static inline uint64_t sated_part(SatedBits *bits)
{
    uint32_t room = 64 - bits->shift, count = bits->count < room ? bits->count : room;
    uint64_t part = (UINT64_MAX >> (64 - count)) << bits->shift;
    bits->shift = 0;
    bits->count -= count;
    bits->at++;
    return part;
}

/* Which words of a number are sated for the reader. */
static inline uint64_t sated_marks(const Touch *touch, const StripPage *page, size_t at)
{
    uint64_t marks = page->marks_stamp == touch->view.epoch ? page->marks[at] : 0;
    return page->lasting ? marks | page->marks[strips_marks(touch->strips) + at] : marks;
}

static inline bool sated_any(const Touch *touch, const StripPage *page)
{
    return page->lasting || (page->marks_stamp && page->marks_stamp == touch->view.epoch);
}

/* Whether the access may be left out, and adds to what others may leave out. */
static inline bool sated_counts(const Touch *touch)
{
    return touch->sates && !touch->writes && touch->strength == RACE_WEAK && !touch->lands;
}

/* What two reads are together: what a slot holds, and now another thread's. */
static inline Sated sated_pair(const Touch *touch, Slot before)
{
    uint32_t v = race_warp(before) - touch->view.first_warp;
    uint16_t clock = race_clock(before);
    if (before == 0 || clock == ORDER_CLOCK_MAX)
        return SATED_NOT;
    if (v >= touch->view.warps)
        return SATED_FOR_GOOD;
    return clock >= touch->view.begun[v] ? SATED_NOW : SATED_NOT;
}

/* Whether no write of what the reads touch can race with another reader either. */
static inline bool sated_is_clean(Touch *touch, const StripPage *page, uint64_t start, uint64_t end,
                                  Sated what)
{
    const size_t first = strips_index(touch->strips, page, start);
    const size_t last = strips_index(touch->strips, page, end - 1);
    for (RaceKind kind = RACE_WRITE; kind <= RACE_ATOMIC; kind++) {
        const Slot *slots = what == SATED_NOW ? race_loud(touch, page, kind) : page->kinds[kind];
        for (size_t i = first; slots && i <= last; i++) {
            if (slots[i] == 0)
                continue;
            past_find(touch);
            if (what == SATED_FOR_GOOD || race_is_flying(slots[i]) ||
                race_warp(slots[i]) - touch->view.first_warp >= touch->view.warps ||
                race_clock(slots[i]) >= touch->past)
                return false;
        }
    }
    return true;
}

static inline void sated_put(Touch *touch, StripPage *page, uint64_t start, uint64_t end,
                             Sated what)
{
    if (what == SATED_NOT || (start | end) % 4 || !sated_is_clean(touch, page, start, end, what) ||
        !strips_mark(touch->strips, page, what == SATED_NOW ? touch->view.epoch : 0))
        return;
    SatedBits bits = sated_bits(touch->strips, start, end);
    bits.at += what == SATED_NOW ? 0 : strips_marks(touch->strips);
    while (bits.count) {
        uint64_t *marks = &page->marks[bits.at];
        *marks |= sated_part(&bits);
    }
}

/* Reads that replace those of which one is remembered may be by one block. */
static inline void sated_drop(const Touch *touch, StripPage *page, uint64_t start, uint64_t end)
{
    SatedBits bits = sated_bits(touch->strips, start, end);
    while (bits.count) {
        uint64_t *now = &page->marks[bits.at], *for_good = now + strips_marks(touch->strips);
        const uint64_t part = sated_part(&bits);
        *now &= ~part;
        *for_good &= ~part;
    }
}

/* Before lanes are looked at one by one in [start, end). */
static inline void sated_leave(const Touch *touch, StripPage *page, uint64_t start, uint64_t end)
{
    if (!page->marks_stamp && !page->lasting)
        return;
    if (sated_counts(touch))
        sated_drop(touch, page, start, end);
    else
        strips_unmark(touch->strips, page);
}

/* Whether all words of [start, end) are sated; false also where it isn't easily seen. */
static inline ALWAYS_INLINE bool sated_has(const Touch *touch, uint64_t start, uint64_t end)
{
    const StripPage *page = strips_find_recent(touch->strips, start);
    if (!page || !sated_any(touch, page) || (start ^ (end - 1)) >> touch->strips->page_bits)
        return false;
    SatedBits bits = sated_bits(touch->strips, start, end);
    uint64_t missing = 0;
    while (bits.count) {
        const uint64_t marks = sated_marks(touch, page, bits.at);
        missing |= sated_part(&bits) & ~marks;
    }
    return !missing;
}

/* Leaves of [*start, *end), which one access touches in one page, what has to be looked at: nothing
 * where both are the same. */
static inline ALWAYS_INLINE void sated_trim(const Touch *touch, StripPage *page, uint64_t *start,
                                            uint64_t *end)
{
    if (!page->marks_stamp && !page->lasting)
        return;
    if (!sated_counts(touch)) {
        strips_unmark(touch->strips, page);
        return;
    }
    const uint64_t element = touch->access->bytes < 4 ? 4 : touch->access->bytes;
    uint64_t from = *end, to = *start, at = *start & ~UINT64_C(3);
    uint64_t there = 0;
    SatedBits bits = sated_bits(touch->strips, *start, *end);
    while (bits.count) {
        const uint64_t marks = sated_marks(touch, page, bits.at);
        const uint32_t shift = bits.shift, before = bits.count;
        const uint64_t part = sated_part(&bits), missing = part & ~marks;
        there |= part & marks;
        if (missing) {
            uint64_t low = at + 4 * ((uint64_t)__builtin_ctzll(missing) - shift);
            uint64_t high = at + 4 * (64 - (uint64_t)__builtin_clzll(missing) - shift);
            from = from < low ? from : low;
            to = high;
        }
        at += 4 * (uint64_t)(before - bits.count);
    }
    if (to <= from) {
        *start = *end;
        return;
    }
    from &= ~(element - 1);
    to = (to + element - 1) & ~(element - 1);
    *start = from > *start ? from : *start;
    *end = to < *end ? to : *end;
    if (there)
        sated_drop(touch, page, *start, *end);
}

#endif
