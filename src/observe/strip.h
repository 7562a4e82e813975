/* Shadow memory in strips: for each kind of access (read, write, ...) who touched which bytes.
 *
 * A slot stands for a unit of 32 bytes at first, which a warp's neighbouring lanes touch together:
 * it names the thread of the unit's first byte, and after how many bytes the next thread's begin.
 * An access that a unit can't stand for splits its page into smaller units, none the wiser and none
 * the poorer. Slots of kinds that nobody needed take no memory. Start with strips_init(). */
#ifndef CULAB_OBSERVE_STRIP_H
#define CULAB_OBSERVE_STRIP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "observe/strip_pool.h"

/* From the lowest bit: Who 32, shift 3 (a thread's bytes are 1 << shift), the owner's 29.
 * 0: nobody. A shift of the unit's own bits: one thread touched all of it. */
typedef uint64_t Slot;
enum { SLOT_SHIFT_AT = 32, SLOT_OWN_AT = 35, STRIP_KINDS = 4, STRIP_UNIT_BITS = 5, STRIP_WORD = 2 };
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

typedef struct StripPage {
    uint64_t number;          /* address >> page_bits */
    uint32_t stamp;           /* what it holds is of this stamp */
    uint16_t unit_bits;       /* a slot stands for 1 << unit_bits bytes */
    bool lasting;             /* there are marks of the second kind */
    Slot *kinds[STRIP_KINDS]; /* NULL: all 0 */
    uint64_t *marks;          /* two bits for each word, for the owner's use; NULL: none */
    uint64_t marks_stamp;     /* when the first kind was made; 0: there are none */
} StripPage;

typedef struct Strips {
    uint32_t page_bits, recent_bits;
    uint32_t stamp;    /* pages of another one count as empty; change it to forget everything */
    bool keeps_units;  /* a page that is emptied stays split */
    StripPage **table; /* open addressing by page number */
    size_t capacity, count;
    StripPage **recent; /* [1 << recent_bits]: of the last look-ups, since accesses cluster */
    size_t bytes;       /* held by slots */
    StripPool pool;
} Strips;

/* How many pages it finds quickly: 1 << recent_bits. */
void strips_init(Strips *strips, uint32_t page_bits, uint32_t recent_bits);
void strips_free(Strips *strips);
/* The page around an address, made or emptied if need be. NULL: no memory. */
StripPage *strips_page_new(Strips *strips, uint64_t address);
/* Rows of a matrix are often a power of two apart: multiplying spreads their pages. */
static inline size_t strips_recent(const Strips *strips, uint64_t number)
{
    return (size_t)((number * UINT64_C(0x9E3779B97F4A7C15)) >> (64 - strips->recent_bits));
}
/* The page if a look-up has met it lately; else NULL, which says nothing. */
static inline StripPage *strips_find_recent(const Strips *strips, uint64_t address)
{
    uint64_t number = address >> strips->page_bits;
    StripPage *recent = strips->recent ? strips->recent[strips_recent(strips, number)] : NULL;
    return recent && recent->number == number && recent->stamp == strips->stamp ? recent : NULL;
}
static inline StripPage *strips_page(Strips *strips, uint64_t address)
{
    StripPage *recent = strips_find_recent(strips, address);
    return recent ? recent : strips_page_new(strips, address);
}
/* The page if it is there; never made. */
StripPage *strips_find(const Strips *strips, uint64_t address);
/* Splits the page's units, unless they are as small already. False: no memory. */
bool strips_split(Strips *strips, StripPage *page, uint32_t unit_bits);
/* Makes the page's slots of one kind. NULL: no memory. */
Slot *strips_kind_new(Strips *strips, StripPage *page, uint32_t kind);

/* Makes sure that the page has marks: of the first kind, those of another stamp cleared, or, where
 * the stamp is 0, of the second, which lie strips_marks() behind. False: no memory. */
bool strips_mark(Strips *strips, StripPage *page, uint64_t stamp);
void strips_unmark(const Strips *strips, StripPage *page);
static inline size_t strips_marks(const Strips *strips)
{
    return (size_t)1 << (strips->page_bits - STRIP_WORD - 6);
}

static inline Slot *strips_kind(Strips *strips, StripPage *page, uint32_t kind)
{
    return page->kinds[kind] ? page->kinds[kind] : strips_kind_new(strips, page, kind);
}
static inline size_t strips_index(const Strips *strips, const StripPage *page, uint64_t address)
{
    return (address & ((UINT64_C(1) << strips->page_bits) - 1)) >> page->unit_bits;
}

#endif
