/* What is past for a whole block: each of its warps comes after it. Looked at many slots at once.
 */
#ifndef CULAB_OBSERVE_RACE_PAST_H
#define CULAB_OBSERVE_RACE_PAST_H

#include "observe/race_state.h"
#include "observe/wide.h"

/* Computed once for a view of the warp. */
static inline void past_find(Touch *touch)
{
    const OrderView *view = &touch->view;
    const uint16_t *know = view->know;
    const uint32_t own = view->warp;
    uint16_t least = view->synchronised;
    if (touch->past_known)
        return;
    for (uint32_t v = 0; v < own; v++)
        least = know[v] < least ? know[v] : least;
    for (uint32_t v = own + 1; v < view->warps; v++)
        least = know[v] < least ? know[v] : least;
    touch->past = least;
    touch->past_known = true;
}

/* Of four slots those that are free, or of this block and past; a flying one never is. */
static inline ALWAYS_INLINE void past_four(const Touch *touch, const Slot *slots, Four *free,
                                           Four *past)
{
    const FourSigned threads = (FourSigned){0} + (int64_t)touch->view.warps * 32;
    const FourSigned limit = (FourSigned){0} + (int64_t)touch->past;
    const Four four = FOUR_AT(slots, 0);
    const FourSigned away =
        (FourSigned)((four - ((touch->view.first_warp - 1) * 32 + 1)) & UINT32_MAX);
    const FourSigned clock = (FourSigned)(four >> SLOT_OWN_AT & UINT16_MAX);
    *free = (Four)(four == 0);
    *past = (Four)(away < threads) & (Four)(clock < limit) &
            (Four)((four & slot_own_bits(RACE_FLYING)) == 0);
}

/* Whether all of `count` slots are, four or more. NULL: they are free. */
static inline ALWAYS_INLINE bool past_all(const Touch *touch, const Slot *slots, size_t count)
{
    Four fine = ~(Four){0}, free, past;
    for (size_t k = 0; slots && k < count; k += FOUR) {
        past_four(touch, slots + (k + FOUR <= count ? k : count - FOUR), &free, &past);
        fine &= free | past;
    }
    return (fine[0] & fine[1] & fine[2] & fine[3]) == UINT64_MAX;
}

#endif
