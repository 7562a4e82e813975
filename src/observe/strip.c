/* Shadow memory in strips: a hash table of pages of slots. */
#include "observe/strip.h"

#include <stdlib.h>
#include <string.h>

enum { STRIP_PAGE_BYTES = 64 /* a line of the cache */ };

void strips_init(Strips *strips, uint32_t page_bits, uint32_t recent_bits)
{
    *strips = (Strips){.page_bits = page_bits, .recent_bits = recent_bits};
}

void strips_free(Strips *strips)
{
    pool_free(&strips->pool);
    free(strips->table);
    free(strips->recent);
    *strips = (Strips){.page_bits = strips->page_bits,
                       .recent_bits = strips->recent_bits,
                       .stamp = strips->stamp,
                       .keeps_units = strips->keeps_units};
}

static size_t slots_of(const Strips *strips, const StripPage *page)
{
    return (size_t)1 << (strips->page_bits - page->unit_bits);
}

/* Multiplying by an odd constant spreads neighbouring page numbers over the table. */
static size_t place_of(const Strips *strips, uint64_t number)
{
    size_t mask = strips->capacity - 1;
    size_t at = (size_t)((number * UINT64_C(0x9E3779B97F4A7C15)) >> 20) & mask;
    while (strips->table[at] && strips->table[at]->number != number)
        at = (at + 1) & mask;
    return at;
}

static bool grow(Strips *strips)
{
    Strips old = *strips;
    strips->capacity = old.capacity ? old.capacity * 2 : 64;
    strips->table = calloc(strips->capacity, sizeof *strips->table);
    if (!strips->table) {
        *strips = old;
        return false;
    }
    for (size_t i = 0; i < old.capacity; i++)
        if (old.table[i])
            strips->table[place_of(strips, old.table[i]->number)] = old.table[i];
    free(old.table);
    return true;
}

static StripPage *make_page(Strips *strips, uint64_t number)
{
    if (strips->count * 2 >= strips->capacity && !grow(strips))
        return NULL;
    StripPage *page = pool_take(&strips->pool, STRIP_PAGE_BYTES);
    if (!page)
        return NULL;
    *page = (StripPage){.number = number, .stamp = strips->stamp, .unit_bits = STRIP_UNIT_BITS};
    strips->table[place_of(strips, number)] = page;
    strips->count++;
    return page;
}

static void empty_page(Strips *strips, StripPage *page)
{
    bool split = page->unit_bits != STRIP_UNIT_BITS;
    size_t bytes = slots_of(strips, page) * sizeof(Slot);
    for (int kind = 0; kind < STRIP_KINDS; kind++) {
        if (page->kinds[kind] && split && !strips->keeps_units) {
            strips->bytes -= bytes;
            pool_give(&strips->pool, page->kinds[kind], bytes);
            page->kinds[kind] = NULL;
        } else if (page->kinds[kind]) {
            memset(page->kinds[kind], 0, bytes);
        }
    }
    if (!strips->keeps_units)
        page->unit_bits = STRIP_UNIT_BITS;
    page->stamp = strips->stamp;
    strips_unmark(strips, page);
}

StripPage *strips_find(const Strips *strips, uint64_t address)
{
    uint64_t number = address >> strips->page_bits;
    StripPage *page = strips->capacity ? strips->table[place_of(strips, number)] : NULL;
    return page && page->stamp == strips->stamp ? page : NULL;
}

StripPage *strips_page_new(Strips *strips, uint64_t address)
{
    uint64_t number = address >> strips->page_bits;
    StripPage *page = strips->capacity ? strips->table[place_of(strips, number)] : NULL;
    if (!page)
        page = make_page(strips, number);
    if (!page)
        return NULL;
    if (page->stamp != strips->stamp)
        empty_page(strips, page);
    if (!strips->recent)
        strips->recent = calloc((size_t)1 << strips->recent_bits, sizeof(StripPage *));
    if (strips->recent)
        strips->recent[strips_recent(strips, number)] = page;
    return page;
}

Slot *strips_kind_new(Strips *strips, StripPage *page, uint32_t kind)
{
    const size_t bytes = slots_of(strips, page) * sizeof(Slot);
    page->kinds[kind] = pool_take(&strips->pool, bytes);
    if (page->kinds[kind])
        strips->bytes += bytes;
    return page->kinds[kind];
}

bool strips_mark(Strips *strips, StripPage *page, uint64_t stamp)
{
    const size_t bytes = strips_marks(strips) * sizeof *page->marks;
    if (!page->marks)
        page->marks = pool_take(&strips->pool, 2 * bytes < 64 ? 64 : 2 * bytes);
    if (!page->marks)
        return false;
    if (!stamp) {
        page->lasting = true;
    } else if (page->marks_stamp != stamp) {
        memset(page->marks, 0, bytes);
        page->marks_stamp = stamp;
    }
    return true;
}

void strips_unmark(const Strips *strips, StripPage *page)
{
    if (page->lasting)
        memset(page->marks + strips_marks(strips), 0, strips_marks(strips) * sizeof *page->marks);
    page->lasting = false;
    page->marks_stamp = 0;
}

/* What a slot says of the part of its unit that begins `offset` bytes from its start. */
static Slot part_of(Slot slot, uint64_t offset, uint32_t unit_bits)
{
    uint32_t shift = slot_shift(slot);
    if (slot == 0)
        return 0;
    Slot own = slot & ~SLOT_THREADS;
    return slot_make(own, slot_who(slot) + (uint32_t)(offset >> shift),
                     shift < unit_bits ? shift : unit_bits);
}

static Slot *split_kind(StripPool *pool, const Slot *coarse, size_t fine_count, uint32_t from_bits,
                        uint32_t to_bits)
{
    uint32_t parts_bits = from_bits - to_bits;
    Slot *fine = pool_take(pool, fine_count * sizeof *fine);
    for (size_t i = 0; fine && i < fine_count; i++) {
        uint64_t part = i & ((UINT64_C(1) << parts_bits) - 1);
        fine[i] = part_of(coarse[i >> parts_bits], part << to_bits, to_bits);
    }
    return fine;
}

_Static_assert(sizeof(StripPage) <= STRIP_PAGE_BYTES, "a page fits its memory");

bool strips_split(Strips *strips, StripPage *page, uint32_t unit_bits)
{
    if (page->unit_bits <= unit_bits)
        return true;
    StripPage fine = *page;
    bool ok = true;
    fine.unit_bits = (uint16_t)unit_bits;
    size_t count = slots_of(strips, &fine);
    for (int kind = 0; kind < STRIP_KINDS; kind++) {
        if (!page->kinds[kind])
            continue;
        fine.kinds[kind] =
            split_kind(&strips->pool, page->kinds[kind], count, page->unit_bits, unit_bits);
        ok &= fine.kinds[kind] != NULL;
    }
    StripPage *unused = ok ? page : &fine;
    for (int kind = 0; kind < STRIP_KINDS; kind++) {
        if (ok && page->kinds[kind])
            strips->bytes += (count - slots_of(strips, page)) * sizeof(Slot);
        pool_give(&strips->pool, unused->kinds[kind], slots_of(strips, unused) * sizeof(Slot));
    }
    if (ok)
        *page = fine;
    return ok;
}
