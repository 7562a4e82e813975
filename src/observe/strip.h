/* Shadow memory in strips: for each kind of access (read, write, ...) who touched which bytes.
 *
 * A slot stands for a unit of 32 bytes at first, which a warp's neighbouring lanes touch together:
 * it names the thread of the unit's first byte, and after how many bytes the next thread's begin.
 * An access that a unit can't stand for splits its page into smaller units, none the wiser and none
 * the poorer. Slots of kinds that nobody needed take no memory. Start with strips_init().
 *
 * Pages of small units are packed (strip_packed.h) where their slots take too much for what is
 * touched (strip_budget.h). Whoever asks for such a page is shown a view of it, which looks like
 * any other page once strips_load() has unpacked what is asked for; what is changed there is packed
 * again later. A page that was asked for is good until the next one is. */
#ifndef CULAB_OBSERVE_STRIP_H
#define CULAB_OBSERVE_STRIP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "observe/strip_packed.h"
#include "observe/strip_pool.h"
#include "observe/strip_slot.h"
#include "observe/wide.h"

enum { STRIP_UNIT_BITS = 5, STRIP_WORD = 2, STRIP_STIFF = 255 };

typedef struct StripPage {
    uint64_t number;   /* address >> page_bits */
    uint32_t stamp;    /* what it holds is of this stamp */
    uint8_t unit_bits; /* a slot stands for 1 << unit_bits bytes */
    bool lasting;      /* there are marks of the second kind */
    bool is_packed;    /* `packed` counts, not `kinds` */
    uint8_t age;       /* reviews before it was made, see strip_budget.h; STRIP_STIFF: not packed */
    union {
        Slot *kinds[STRIP_KINDS]; /* NULL: all 0 */
        struct {
            StripPacked *packed;
            uint32_t looked, often; /* see strip_open.h */
        };
    };
    uint64_t *marks;      /* two bits for each word, for the owner's use; NULL: none */
    uint64_t marks_stamp; /* when the first kind was made; 0: there are none */
} StripPage;

/* What is unpacked of a packed page. */
typedef struct StripView {
    StripPage page; /* looks like `of`, its kinds in `slots` */
    StripPage *of;  /* NULL: none */
    size_t first, count;
    Slot *slots[STRIP_KINDS];
} StripView;

typedef struct StripBudget StripBudget;
typedef struct StripRing StripRing;

typedef struct Strips {
    uint32_t page_bits, recent_bits;
    uint32_t extent;   /* bytes of the first page that are asked for; 0: all; strips_bound() */
    uint32_t stamp;    /* pages of another one count as empty; change it to forget everything */
    bool keeps_units;  /* a page that is emptied stays split */
    bool packs_fine;   /* the owner knows packed pages, gets them instead of views, and all pages of
                          small units are packed */
    StripPage **table; /* open addressing by page number */
    size_t capacity, count;
    uint64_t newest, step; /* the last page made, and how far from the one before */
    size_t in_turn;        /* pages that were made as the next of others, see strips_sweep() */
    StripPage **recent;    /* [1 << recent_bits]: of the last look-ups, since accesses cluster */
    uint32_t recent_most;
    bool lasts;      /* what it holds is kept from launch to launch */
    uint32_t spare;  /* bits: kinds that say nothing any more, whose slots others may take */
    uint32_t needed; /* kinds from here on may be forgotten where memory is tight; 0: none */
    size_t bytes, packed_bytes; /* held by slots and marks; by packed pages */
    StripPool pool;
    StripBudget *budget; /* NULL: nothing is packed to save memory */
    StripView *view;
    StripRing *ring; /* of pages that stay open while others are packed; NULL: none */
} Strips;

/* How many pages it finds quickly, at most: 1 << recent_bits. */
void strips_init(Strips *strips, uint32_t page_bits, uint32_t recent_bits);
void strips_free(Strips *strips);
/* Forgets everything, and keeps up to `most` bytes of memory for what comes. The size
 * of pages and their bound may be changed then. */
void strips_rewind(Strips *strips, size_t most);
/* Of the first page only what lies before `bytes` will be asked for, and no more than 32 behind it:
 * it needs no slots for the rest. As long as nothing is held. */
void strips_bound(Strips *strips, uint64_t bytes);
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
/* Lets the processor fetch what strips_page() and then strips_kind() will look at: first the one,
 * and a while later the other. Not inlined they would be left out, as they seem to do nothing. */
static inline ALWAYS_INLINE void strips_fetch_page(const Strips *strips, uint64_t address)
{
    if (strips->recent)
        __builtin_prefetch(strips->recent[strips_recent(strips, address >> strips->page_bits)]);
}
static inline ALWAYS_INLINE void strips_fetch_slot(const Strips *strips, uint64_t address,
                                                   uint32_t kind)
{
    const StripPage *page = strips_find_recent(strips, address);
    if (page && !page->is_packed && page->kinds[kind])
        __builtin_prefetch(
            &page->kinds[kind]
                        [(address & ((UINT64_C(1) << strips->page_bits) - 1)) >> page->unit_bits],
            1);
}
/* The same of what strips_find() will look at. */
void strips_fetch_entry(const Strips *strips, uint64_t address);
/* The page itself if it is there; never made. */
StripPage *strips_find(Strips *strips, uint64_t address);
/* Splits the page's units, unless they are as small already, and returns what it is now. NULL: no
 * memory. */
StripPage *strips_split(Strips *strips, StripPage *page, uint32_t unit_bits);
/* Makes the page's slots of one kind. NULL: no memory. */
Slot *strips_kind_new(Strips *strips, StripPage *page, uint32_t kind);
/* Frees the slots that hold bytes of [from, to), which lie in the page that strips_find() found. */
void strips_clear(Strips *strips, StripPage *page, uint64_t from, uint64_t to);
/* Gives back slots of kinds of which a page holds none, but of one page. */
void strips_drop_empty(Strips *strips, const StripPage *but);
/* Packs the page if its units are small and it can be. */
void strips_pack(Strips *strips, StripPage *page);
/* Makes the packed page like any other. False: no memory. */
bool strips_unpack(Strips *strips, StripPage *page);
/* Whether nearly all pages were touched first one after the other, each beside one before it or as
 * far from the last one as that from the one before. */
static inline bool strips_sweep(const Strips *strips)
{
    return strips->in_turn >= strips->count - strips->count / 8;
}
/* How much memory it takes, marks aside. */
size_t strips_held(const Strips *strips);

StripPage *strips_load_view(Strips *strips, uint64_t from, uint64_t to);
/* Before slots of [from, to) are looked at in the page, which is not empty: returns what it is now.
 * NULL: no memory. */
static inline StripPage *strips_load(Strips *strips, StripPage *page, uint64_t from, uint64_t to)
{
    return strips->view && page == &strips->view->page ? strips_load_view(strips, from, to) : page;
}
/* What was changed in the view goes where it belongs. False: no memory. */
bool strips_store(Strips *strips);

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
