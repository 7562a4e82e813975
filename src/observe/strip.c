/* Shadow memory in strips: a hash table of pages of slots. */
#include "observe/strip.h"

#include <stdlib.h>
#include <string.h>

#include "observe/strip_budget.h"
#include "observe/strip_open.h"
#include "observe/strip_view.h"

enum {
    STRIP_PAGE_BYTES = 64, /* a line of the cache */
    CAPACITY_LEAST = 4,
    RECENT_LEAST = 5,
    STRIP_BLOCK = 16, /* slots; all pages have a multiple */
    EXTENT_MORE = 32,
    EXTENT_STEP = 256
};

void strips_init(Strips *strips, uint32_t page_bits, uint32_t recent_bits)
{
    *strips = (Strips){.page_bits = page_bits, .recent_most = recent_bits};
    strips->recent_bits = recent_bits < RECENT_LEAST ? recent_bits : RECENT_LEAST;
}

void strips_free(Strips *strips)
{
    for (size_t i = 0; i < strips->capacity; i++)
        if (strips->table[i] && strips->table[i]->is_packed)
            packed_free(strips->table[i]->packed);
    view_free(strips);
    open_free(strips);
    pool_free(&strips->pool);
    free(strips->table);
    free(strips->recent);
    *strips = (Strips){.page_bits = strips->page_bits,
                       .recent_bits = strips->recent_bits,
                       .recent_most = strips->recent_most,
                       .extent = strips->extent,
                       .stamp = strips->stamp,
                       .keeps_units = strips->keeps_units,
                       .packs_fine = strips->packs_fine,
                       .needed = strips->needed,
                       .lasts = strips->lasts,
                       .budget = strips->budget};
}

void strips_rewind(Strips *strips, size_t most)
{
    StripPool pool = strips->pool;
    if (strips->count == 0)
        return;
    strips->pool = (StripPool){0};
    strips_free(strips);
    pool_rewind(&pool, most);
    strips->pool = pool;
}

void strips_bound(Strips *strips, uint64_t bytes)
{
    /* So that slots of the largest units fill lines of the cache. */
    const uint64_t extent = (bytes + EXTENT_MORE + EXTENT_STEP - 1) & ~(uint64_t)(EXTENT_STEP - 1);
    strips->extent = extent >> strips->page_bits ? 0 : (uint32_t)extent;
}

static size_t slots_of(const Strips *strips, const StripPage *page)
{
    const bool bound = strips->extent && page->number == 0;
    const size_t bytes = bound ? strips->extent : (size_t)1 << strips->page_bits;
    return bytes >> page->unit_bits;
}

/* Multiplying by an odd constant spreads neighbouring page numbers over the table. */
static size_t first_place_of(const Strips *strips, uint64_t number)
{
    return (size_t)((number * UINT64_C(0x9E3779B97F4A7C15)) >> 20) & (strips->capacity - 1);
}

static size_t place_of(const Strips *strips, uint64_t number)
{
    size_t mask = strips->capacity - 1, at = first_place_of(strips, number);
    while (strips->table[at] && strips->table[at]->number != number)
        at = (at + 1) & mask;
    return at;
}

static bool grow(Strips *strips)
{
    Strips old = *strips;
    strips->capacity = old.capacity ? old.capacity * 2 : CAPACITY_LEAST;
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

static void note_turn(Strips *strips, uint64_t number)
{
    const uint64_t step = number - strips->newest;
    const bool beside =
        strips->table[place_of(strips, number - 1)] || strips->table[place_of(strips, number + 1)];
    strips->in_turn += beside || step == strips->step;
    strips->step = step;
    strips->newest = number;
}

static StripPage *make_page(Strips *strips, uint64_t number)
{
    if (strips->count * 2 >= strips->capacity && !grow(strips))
        return NULL;
    StripPage *page = pool_take(&strips->pool, STRIP_PAGE_BYTES);
    if (!page)
        return NULL;
    *page = (StripPage){.number = number, .stamp = strips->stamp, .unit_bits = STRIP_UNIT_BITS};
    page->age = strips->budget ? strips->budget->age : 0;
    if (strips->budget)
        note_turn(strips, number);
    strips->table[place_of(strips, number)] = page;
    strips->count++;
    return page;
}

static void empty_page(Strips *strips, StripPage *page)
{
    if (page->is_packed) {
        view_drop(strips, page);
        packed_free(page->packed);
        page->is_packed = false;
        memset(page->kinds, 0, sizeof page->kinds);
    }
    page->age = strips->budget ? strips->budget->age : 0;
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

void strips_fetch_entry(const Strips *strips, uint64_t address)
{
    if (strips->capacity)
        __builtin_prefetch(strips->table[first_place_of(strips, address >> strips->page_bits)]);
}

StripPage *strips_find(Strips *strips, uint64_t address)
{
    uint64_t number = address >> strips->page_bits;
    StripPage *page = strips->capacity ? strips->table[place_of(strips, number)] : NULL;
    return page && page->stamp == strips->stamp ? page : NULL;
}

/* Twice as many places as there are pages, or more: few take each other's. */
static void note_recent(Strips *strips, StripPage *page)
{
    if (strips->recent_bits < strips->recent_most && 2 * strips->count >> strips->recent_bits) {
        free(strips->recent);
        strips->recent = NULL;
        strips->recent_bits += 2;
        if (strips->recent_bits > strips->recent_most)
            strips->recent_bits = strips->recent_most;
    }
    if (!strips->recent)
        strips->recent = calloc((size_t)1 << strips->recent_bits, sizeof(StripPage *));
    if (strips->recent)
        strips->recent[strips_recent(strips, page->number)] = page;
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
    if (page->is_packed && !strips->packs_fine && open_pays(strips, page)) {
        if (!strips_store(strips) || !strips_unpack(strips, page))
            return NULL;
        open_keep(strips, page);
    } else if (page->is_packed && !strips->packs_fine) {
        StripPage *view = view_open(strips, page);
        if (!view || page->is_packed)
            return view;
    }
    note_recent(strips, page);
    return page;
}

/* Emptied slots of a kind that says nothing any more; NULL: there are none. */
static Slot *take_spare(const Strips *strips, StripPage *page)
{
    for (uint32_t kind = 0; kind < STRIP_KINDS; kind++) {
        Slot *slots = strips->spare >> kind & 1 ? page->kinds[kind] : NULL;
        if (!slots)
            continue;
        page->kinds[kind] = NULL;
        return memset(slots, 0, slots_of(strips, page) * sizeof *slots);
    }
    return NULL;
}

Slot *strips_kind_new(Strips *strips, StripPage *page, uint32_t kind)
{
    if (strips->view && page == &strips->view->page)
        return view_kind(strips, kind);
    const size_t bytes = slots_of(strips, page) * sizeof(Slot);
    Slot *spare = take_spare(strips, page);
    if (spare)
        return page->kinds[kind] = spare;
    page->kinds[kind] = pool_take(&strips->pool, bytes);
    if (page->kinds[kind]) {
        strips->bytes += bytes;
        budget_grew(strips, page);
    }
    return page->kinds[kind];
}

size_t strips_held(const Strips *strips)
{
    size_t table = strips->capacity * sizeof *strips->table;
    size_t recent = strips->recent ? sizeof *strips->recent << strips->recent_bits : 0;
    return strips->bytes + strips->packed_bytes + strips->count * STRIP_PAGE_BYTES + table + recent;
}

bool strips_mark(Strips *strips, StripPage *page, uint64_t stamp)
{
    const size_t bytes = strips_marks(strips) * sizeof *page->marks;
    if (!page->marks) {
        page->marks = pool_take(&strips->pool, 2 * bytes < 64 ? 64 : 2 * bytes);
        if (!page->marks)
            return false;
        strips->bytes += 2 * bytes;
    }
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

/* False: no memory. */
static bool split_page(Strips *strips, StripPage *page, uint32_t unit_bits)
{
    StripPage fine = *page;
    bool ok = true;
    fine.unit_bits = (uint8_t)unit_bits;
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

StripPage *strips_split(Strips *strips, StripPage *page, uint32_t unit_bits)
{
    if (page->unit_bits <= unit_bits)
        return page;
    if (strips->view && page == &strips->view->page) {
        page = strips->view->of;
        if (!strips_store(strips))
            return NULL;
    }
    if (page->is_packed && !strips_unpack(strips, page))
        return NULL;
    if (!split_page(strips, page, unit_bits))
        return NULL;
    const bool pack = strips->packs_fine || (budget_packs(strips) && !open_keep(strips, page));
    if (pack)
        strips_pack(strips, page);
    if (!pack || strips->packs_fine)
        budget_grew(strips, page);
    return page->is_packed && !strips->packs_fine ? view_open(strips, page) : page;
}

bool strips_unpack(Strips *strips, StripPage *page)
{
    StripPage open = *page;
    const size_t count = slots_of(strips, page);
    memset(open.kinds, 0, sizeof open.kinds);
    view_drop(strips, page);
    for (uint32_t kind = 0; kind < STRIP_KINDS; kind++) {
        if (!packed_count(page->packed, kind))
            continue;
        open.kinds[kind] = pool_take(&strips->pool, count * sizeof(Slot));
        if (!open.kinds[kind])
            return false; /* those taken so far are the pool's, and freed with it */
        strips->bytes += count * sizeof(Slot);
        packed_read(page->packed, kind, 0, (uint32_t)count, open.kinds[kind]);
    }
    packed_free(page->packed);
    open.is_packed = false;
    *page = open;
    return true;
}

void strips_pack(Strips *strips, StripPage *page)
{
    const size_t count = slots_of(strips, page);
    const size_t place = strips_recent(strips, page->number);
    if (page->is_packed || page->unit_bits == STRIP_UNIT_BITS || page->age == STRIP_STIFF)
        return;
    const bool sparse = budget_packs(strips) && !budget_fills(strips, BUDGET_FILLED_MOSTLY);
    StripPacked *packed =
        packed_new((uint32_t)count, sparse, page->unit_bits < STRIP_WORD, &strips->packed_bytes);
    bool ok = packed;
    for (uint32_t kind = 0; ok && kind < STRIP_KINDS; kind++)
        ok = !page->kinds[kind] || packed_fill(packed, kind, page->kinds[kind]);
    if (!ok) {
        packed_free(packed);
        page->age = STRIP_STIFF;
        return;
    }
    for (uint32_t kind = 0; kind < STRIP_KINDS; kind++) {
        strips->bytes -= page->kinds[kind] ? count * sizeof(Slot) : 0;
        pool_give(&strips->pool, page->kinds[kind], count * sizeof(Slot));
    }
    page->is_packed = true;
    page->packed = packed;
    page->often = 0;
    if (!strips->packs_fine && strips->recent && strips->recent[place] == page)
        strips->recent[place] = NULL;
}

static bool is_empty(const Slot *slots, size_t count)
{
    Slot any = 0;
    for (size_t i = 0; i < count && !any; i += STRIP_BLOCK)
        for (size_t k = i; k < i + STRIP_BLOCK; k++)
            any |= slots[k];
    return !any;
}

void strips_drop_empty(Strips *strips, const StripPage *but)
{
    for (size_t i = 0; i < strips->capacity; i++) {
        StripPage *page = strips->table[i];
        if (!page || page == but || page->is_packed)
            continue;
        const size_t count = slots_of(strips, page);
        for (uint32_t kind = 0; kind < STRIP_KINDS; kind++)
            if (page->kinds[kind] && is_empty(page->kinds[kind], count)) {
                strips->bytes -= count * sizeof(Slot);
                pool_give(&strips->pool, page->kinds[kind], count * sizeof(Slot));
                page->kinds[kind] = NULL;
            }
    }
}

void strips_clear(Strips *strips, StripPage *page, uint64_t from, uint64_t to)
{
    size_t first = strips_index(strips, page, from);
    size_t count = strips_index(strips, page, to - 1) - first + 1;
    strips_unmark(strips, page);
    for (uint32_t kind = 0; kind < STRIP_KINDS; kind++)
        if (page->is_packed)
            for (size_t i = first; i < first + count && packed_count(page->packed, kind); i++)
                packed_put(page->packed, kind, (uint32_t)i, 0);
        else if (page->kinds[kind])
            memset(page->kinds[kind] + first, 0, count * sizeof(Slot));
}
