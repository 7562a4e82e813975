/* A ring of open pages, as long as a part of all pages: the memory that they take more is a part of
 * all shadow memory. */
#include "observe/strip_open.h"

#include <stdlib.h>

#include "observe/strip_budget.h"

enum {
    RING = 64,
    RING_LEAST = 2,
    RING_PART = 16, /* of all pages one may be open */
    LATELY = 64,    /* looks at any packed page */
    OFTEN = 4
};

struct StripRing {
    StripPage *pages[RING];
    uint32_t next;  /* the oldest */
    uint32_t looks; /* at packed pages */
};

static StripRing *ring_of(Strips *strips)
{
    if (!strips->ring)
        strips->ring = calloc(1, sizeof *strips->ring);
    return strips->ring;
}

static uint32_t ring_size(const Strips *strips)
{
    size_t size = strips->count / RING_PART;
    return size < RING_LEAST ? RING_LEAST : size > RING ? RING : (uint32_t)size;
}

/* Of pages of which little is touched none is kept open, nor of bytes: too much would be for
 * nothing. */
static bool may_stay(const Strips *strips, const StripPage *page)
{
    return !strips->packs_fine && page->unit_bits >= STRIP_WORD &&
           budget_fills(strips, BUDGET_FILLED_PARTLY);
}

bool open_keep(Strips *strips, StripPage *page)
{
    StripRing *ring = may_stay(strips, page) ? ring_of(strips) : NULL;
    if (!ring)
        return false;
    const uint32_t at = ring->next % ring_size(strips);
    StripPage *oldest = ring->pages[at];
    ring->pages[at] = page;
    ring->next = at + 1;
    if (oldest && oldest != page)
        strips_pack(strips, oldest);
    return true;
}

bool open_pays(Strips *strips, StripPage *page)
{
    StripRing *ring = may_stay(strips, page) ? ring_of(strips) : NULL;
    if (!ring)
        return false;
    const bool lately = ring->looks - page->looked <= LATELY;
    page->looked = ring->looks++;
    page->often = lately ? page->often + 1 : 0;
    return page->often >= OFTEN;
}

void open_free(Strips *strips)
{
    free(strips->ring);
    strips->ring = NULL;
}
