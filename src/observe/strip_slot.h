/* What a slot of shadow memory says: which thread, how many bytes are a thread's, the owner's own.
 */
#ifndef CULAB_OBSERVE_STRIP_SLOT_H
#define CULAB_OBSERVE_STRIP_SLOT_H

#include <stdint.h>

/* From the lowest bit: Who 32, shift 3 (a thread's bytes are 1 << shift), the owner's 29.
 * 0: nobody. A shift of the unit's own bits: one thread touched all of it. */
typedef uint64_t Slot;
enum { SLOT_SHIFT_AT = 32, SLOT_OWN_AT = 35, STRIP_KINDS = 4 };
#define SLOT_THREADS ((UINT64_C(1) << SLOT_OWN_AT) - 1) /* who and shift */

static inline uint32_t slot_who(Slot slot)
{
    return (uint32_t)slot;
}
static inline uint32_t slot_shift(Slot slot)
{
    return (uint32_t)(slot >> SLOT_SHIFT_AT) & 7;
}
static inline uint32_t slot_own(Slot slot)
{
    return (uint32_t)(slot >> SLOT_OWN_AT);
}
/* `own`: in place already, see slot_own_bits(). */
static inline Slot slot_make(Slot own, uint32_t who, uint32_t shift)
{
    return own | (uint64_t)shift << SLOT_SHIFT_AT | who;
}
static inline Slot slot_own_bits(uint32_t own)
{
    return (uint64_t)own << SLOT_OWN_AT;
}

#endif
