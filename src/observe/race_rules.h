/* The rules of races between two accesses, for a unit or one lane.
 *
 * Order is asked of order.h, so what is found doesn't depend on the schedule that happened. Strong
 * accesses (atomic, or in global memory volatile and stronger) don't race with each other as long
 * as the scope of each reaches the other (PTX ISA 8.7, morally strong); volatile ones of one warp
 * on shared memory do, since lanes are only ordered by __syncwarp. An asynchronous copy is ordered
 * before nothing until its thread has waited for it. */
#ifndef CULAB_OBSERVE_RACE_RULES_H
#define CULAB_OBSERVE_RACE_RULES_H

#include "observe/race_state.h"

/* -- race_rules.c: of a strong access and one before it that is, too */
bool race_volatile_is_enough(const Race *race, const Touch *touch, Slot before);
bool race_ends_own(const Race *race, const Touch *touch, Slot before);

static inline bool rule_gives_up(Race *race)
{
    race->on = false;
    return false;
}

/* Was `before` ordered before this access, for all lanes alike? */
static inline OrderAnswer rule_ask(const Touch *touch, Slot before)
{
    return order_before_warp(&touch->view, (Stamp){slot_who(before), race_clock(before)});
}

/* Whether a reader before this one is remembered beside it, where there is room, without asking for
 * their order, which takes a search where they are of two blocks: who comes after this one comes
 * after all that it did. */
static inline bool rule_keeps_both(const Touch *touch, Slot reader, const Slot *others, size_t i)
{
    return others && others[i] == 0 && touch->view.knows_others &&
           race_warp(reader) - touch->view.first_warp >= touch->view.warps;
}

/* Neither sees a flag in the place, and one is volatile. */
static inline bool rule_is_data(const Race *race, const Touch *touch, Slot before)
{
    bool data = race->data[race_site(before)];
    return (touch->data || data) && (touch->data || touch->strength == RACE_ATOMICALLY) &&
           (data || race_strength(race, before) == RACE_ATOMICALLY);
}

/* Both are volatile, and the one that reads sees no flag in the place, though others may. */
static inline bool rule_is_mild(const Race *race, const Touch *touch, Slot before)
{
    return touch->strength == RACE_STRONG && race_strength(race, before) == RACE_STRONG &&
           (touch->mild || race->mild[race_site(before)]);
}

static inline bool rule_both_strong(const Race *race, const Touch *touch, Slot before)
{
    if (touch->strength == RACE_WEAK || race_strength(race, before) == RACE_WEAK)
        return touch->ends && race_ends_own(race, touch, before);
    if ((touch->narrow || race->narrow[race_site(before)]) &&
        (race_warp(before) - touch->view.first_warp) >= touch->view.warps)
        return false;
    if (rule_is_data(race, touch, before) || rule_is_mild(race, touch, before))
        return race_volatile_is_enough(race, touch, before);
    bool atomic =
        touch->strength == RACE_ATOMICALLY || race_strength(race, before) == RACE_ATOMICALLY;
    return atomic || !touch->shared || race_warp(before) != race_warp(touch->first);
}

/* Certainly no conflict, for no byte of the unit. `now`: 0 when several lanes touch it. */
static inline bool rule_is_settled(const Race *race, const Touch *touch, const Slot *slots,
                                   size_t i, Slot now)
{
    Slot before = slots ? slots[i] : 0;
    if (before == 0)
        return true;
    if (race_is_flying(before))
        return touch->lands && ((before ^ now) & SLOT_THREADS) == 0;
    if (touch->alike && race_site(before ^ touch->own) == 0)
        return true;
    return rule_both_strong(race, touch, before) || rule_ask(touch, before) == ORDER_BEFORE ||
           ((before ^ now) & SLOT_THREADS) == 0;
}

/* The same, and before this access or by its own thread: of an update nothing gets lost. */
static inline bool rule_is_ordered(const Touch *touch, const Slot *slots, size_t i, Slot now)
{
    Slot before = slots ? slots[i] : 0;
    return before == 0 || (!race_is_flying(before) && (rule_ask(touch, before) == ORDER_BEFORE ||
                                                       ((before ^ now) & SLOT_THREADS) == 0));
}

static inline bool rule_has_same_threads(Slot a, Slot b)
{
    return ((a ^ b) & SLOT_THREADS) == 0;
}

/* For some bytes the threads are the same, for others they are not. */
static inline bool rule_is_mixed(Slot a, Slot b)
{
    return race_warp(a) == race_warp(b) && slot_shift(a) != slot_shift(b);
}

/* An atomic write that reaches its block alone says more than a wider one of the same thread at the
 * same time after it. */
static inline bool rule_stays_narrow(const Race *race, const Touch *touch, Slot before, Slot now)
{
    return touch->strength == RACE_ATOMICALLY && !touch->narrow && before &&
           race->narrow[race_site(before)] && slot_who(before) == slot_who(now) &&
           race_clock(before) == race_clock(now);
}

/* Puts a write in its place; a plain one makes all that was before it part of the past. */
static inline bool rule_put_write(Race *race, const Touch *touch, StripPage *page, size_t i,
                                  Slot now)
{
    bool atomic = touch->strength == RACE_ATOMICALLY;
    Slot *slots = strips_kind(touch->strips, page, atomic ? RACE_ATOMIC : RACE_WRITE);
    if (!slots)
        return rule_gives_up(race);
    for (int kind = 0; !atomic && kind < STRIP_KINDS; kind++)
        if (page->kinds[kind])
            page->kinds[kind][i] = 0;
    if (!rule_stays_narrow(race, touch, slots[i], now))
        slots[i] = now;
    return true;
}

#endif
