/* A page's slots in fewer bytes, each still reached at once: 4 bytes for each that is taken, beside
 * a bit or 2 bytes that say which they are where not all of them are. The low bits of a slot's
 * thread are kept as they are, all else, of which a page knows few, is a number in a list of tags.
 * Slots of units smaller than words take less than 2 bytes each where neighbours differ in few
 * ways, as they do when threads touch bytes a constant step apart. */
#ifndef CULAB_OBSERVE_STRIP_PACKED_H
#define CULAB_OBSERVE_STRIP_PACKED_H

#include <stdbool.h>
#include <stddef.h>

#include "observe/strip_slot.h"

typedef struct StripPacked StripPacked;

/* All free. `units`: a multiple of 64, at most 4096; `sparse`: few of them are expected to be
 * taken; `small`: units are smaller than words; `held`: counts the bytes that it takes, in all its
 * time. NULL: no memory. */
StripPacked *packed_new(uint32_t units, bool sparse, bool small, size_t *held);
void packed_free(StripPacked *packed); /* NULL is fine */
/* How many slots are taken. */
uint32_t packed_count(const StripPacked *packed, uint32_t kind);
Slot packed_get(const StripPacked *packed, uint32_t kind, uint32_t at);
/* Lets the processor fetch what packed_put_run() will look at. */
void packed_fetch(const StripPacked *packed, uint32_t kind, uint32_t at);
/* Slots [first, first + count). */
void packed_read(const StripPacked *packed, uint32_t kind, uint32_t first, uint32_t count,
                 Slot *out);
/* False, and the slot is as before: no memory, or more tags than can be told apart. */
bool packed_put(StripPacked *packed, uint32_t kind, uint32_t at, Slot slot);
/* Slots [first, first + count), each of which is `step` more than the one before, where that is
 * done at once: they were free, or held the same. False: nothing was done. */
bool packed_put_run(StripPacked *packed, uint32_t kind, uint32_t first, uint32_t count, Slot slot,
                    uint32_t step);
/* The slots of the lanes of a mask, each `lane` more than `slot`, at units[lane], where they were
 * free or held the same. Returns the lanes that are left. */
uint32_t packed_put_lanes(StripPacked *packed, uint32_t kind, uint32_t lanes,
                          const uint32_t units[32], Slot slot);
/* All slots of a kind, none of which is taken yet. False: as packed_put(). */
bool packed_fill(StripPacked *packed, uint32_t kind, const Slot *slots);
/* The unit's slots of all kinds but the last become those of the next kind each, where that is done
 * at once. False: nothing was done. */
bool packed_push(StripPacked *packed, uint32_t at, uint32_t kinds);
/* For units that are written again and again: `slot` becomes the first kind's, as after
 * packed_push() of `kinds` kinds; but where the first two, as it does, have the bits of `again`,
 * those behind stay as they are. False: nothing was done, as it would take more than that. */
bool packed_update(StripPacked *packed, uint32_t at, uint32_t kinds, Slot slot, Slot again);
/* The same for the lanes of a mask, each in its page and `lane` more than `slot`. Returns the lanes
 * that are left. */
uint32_t packed_update_lanes(StripPacked *const packed[32], uint32_t lanes,
                             const uint32_t units[32], uint32_t kinds, Slot slot, Slot again);
/* Lets the processor fetch what that will look at: first the one, then the other. */
static inline void packed_fetch_state(const StripPacked *packed)
{
    __builtin_prefetch(packed);
    __builtin_prefetch((const char *)packed + 64);
}
void packed_fetch_lanes(StripPacked *const packed[32], uint32_t lanes, const uint32_t units[32]);
/* Frees all slots of a kind. */
void packed_forget(StripPacked *packed, uint32_t kind);
/* Gives back what few taken slots don't need. */
void packed_trim(StripPacked *packed);

#endif
