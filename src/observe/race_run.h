/* Runs of units whose slots show one pattern: the rules of races once for all of them. */
#ifndef CULAB_OBSERVE_RACE_RUN_H
#define CULAB_OBSERVE_RACE_RUN_H

#include "observe/race_past.h"
#include "observe/race_rules.h"
#include "observe/race_sated.h"
#include "observe/wide.h"

enum { RUN_LEAST = 2 }; /* units from which on it is worth looking */

/* Slots [i, i + count) of a page, of lanes side by side: 1 << each_bits slots are a thread's, and
 * the next thread is 1 << step_bits after it, one of the two being 0. The functions are inlined so
 * that usual counts and steps are constants. */
typedef struct Run {
    StripPage *page;
    size_t i, count;
    Slot first;
    uint32_t step_bits, each_bits;
    Sated *sated; /* set to what these reads are with those that stand beside them now */
} Run;

typedef enum Look {
    LOOK_FREE, /* nobody was there */
    LOOK_RUN,  /* threads side by side too, all at one place and time of their warps: of two warps
                * at most, the first one's and the last one's */
    LOOK_MIXED
} Look;

/* How much later the threads of four slots are than the first one, from slot k on; of one slot. */
#define RUN_FOUR(run, k) (FOUR_FROM(k, 1) >> (run)->each_bits << (run)->step_bits)
static inline ALWAYS_INLINE Slot run_one(const Run *run, size_t k)
{
    return k >> run->each_bits << run->step_bits;
}

static inline ALWAYS_INLINE Look look_at(const Slot *slots, const Run *run)
{
    if (!slots)
        return LOOK_FREE;
    slots += run->i;
    const Slot first = slots[0], all = first ? UINT64_MAX : 0;
    const size_t count = run->count;
    Four differs = {0};
    Slot odd = 0;
    size_t k = 0;
    for (; k + FOUR <= count; k += FOUR)
        differs |= FOUR_AT(slots, k) ^ (first + (RUN_FOUR(run, k) & all));
    for (; k < count; k++)
        odd |= slots[k] ^ (first + (run_one(run, k) & all));
    odd |= FOUR_JOINED(differs);
    return odd ? LOOK_MIXED : !first ? LOOK_FREE : race_is_flying(first) ? LOOK_MIXED : LOOK_RUN;
}

static inline ALWAYS_INLINE void put_run(Slot *slots, const Run *run)
{
    const Slot first = run->first;
    const size_t count = run->count;
    size_t k = 0;
    slots += run->i;
    for (; k + FOUR <= count; k += FOUR)
        *(Four *)(slots + k) = first + RUN_FOUR(run, k);
    for (; k < count; k++)
        slots[k] = first + run_one(run, k);
}

static inline ALWAYS_INLINE void clear_run(Slot *slots, const Run *run)
{
    size_t k = 0; /* a memset() of so few is slow */
    for (slots += run->i; k + FOUR <= run->count; k += FOUR)
        *(Four *)(slots + k) = (Four){0};
    for (; k < run->count; k++)
        slots[k] = 0;
}

/* One answer for all of a run; ORDER_DIFFERS also where there is none. */
static inline ALWAYS_INLINE OrderAnswer ask_run(const Touch *touch, const Slot *slots,
                                                const Run *run)
{
    OrderAnswer answer = rule_ask(touch, slots[run->i]);
    return answer == rule_ask(touch, slots[run->i + run->count - 1]) ? answer : ORDER_DIFFERS;
}

/* Whether nothing in the run can conflict, whoever was there; false where that isn't easily seen.
 */
static inline ALWAYS_INLINE bool is_past_run(Touch *touch, const Slot *slots, const Run *run)
{
    if (!slots)
        return true;
    if (!touch->shared || run->count < FOUR)
        return false;
    past_find(touch);
    return past_all(touch, slots + run->i, run->count);
}

static inline ALWAYS_INLINE bool is_settled_run(Touch *touch, const Slot *slots, const Run *run)
{
    Look look = look_at(slots, run);
    if (look == LOOK_MIXED)
        return is_past_run(touch, slots, run);
    return look == LOOK_FREE || rule_has_same_threads(slots[run->i], run->first) ||
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
    if (look == LOOK_RUN && !rule_has_same_threads(reads[run->i], run->first)) {
        OrderAnswer answer = ask_run(touch, reads, run);
        if (answer == ORDER_DIFFERS || (answer == ORDER_CONCURRENT && !others) ||
            (answer == ORDER_BEFORE && look_at(others, run) != LOOK_FREE))
            return false;
        Run before = *run;
        before.first = reads[run->i];
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

static inline ALWAYS_INLINE bool run_touch(Touch *touch, Run run, size_t count, uint32_t step_bits,
                                           uint32_t each_bits)
{
    run.count = count;
    run.step_bits = step_bits;
    run.each_bits = each_bits;
    return touch->writes ? write_run(touch, &run) : read_run(touch, &run);
}

/* What a weak access may do a volatile one may as well. False: unit by unit, please, and nothing
 * was changed. */
static inline ALWAYS_INLINE bool touch_alike(Touch *touch, const Run *run)
{
    if (run->count < RUN_LEAST || touch->strength == RACE_ATOMICALLY || touch->lands ||
        race_is_flying(touch->own))
        return false;
    if (run->each_bits)
        return run_touch(touch, *run, run->count, 0, run->each_bits);
    if (run->step_bits == 0 && run->count == 32)
        return run_touch(touch, *run, 32, 0, 0);
    if (run->step_bits == 0 && run->count == 16)
        return run_touch(touch, *run, 16, 0, 0);
    if (run->step_bits == 3 && run->count == 4)
        return run_touch(touch, *run, 4, 3, 0);
    if (run->step_bits == 3 && run->count == 2)
        return run_touch(touch, *run, 2, 3, 0);
    return run_touch(touch, *run, run->count, run->step_bits, 0);
}

#endif
