/* Cells of packed pages, many at a time: each page, and what it leads to, is fetched ahead. */
#include "observe/strip_cell.h"

#include "observe/strip_budget.h"

enum { LANES = 32 };

uint32_t cell_pages(Strips *strips, const uint64_t *address, uint32_t lanes, uint32_t unit_bits,
                    StripPage *pages[LANES])
{
    StripPacked *packed[LANES];
    uint32_t units[LANES], found = 0;
    if (strips->packs_fine || !budget_packs(strips) || !strips_store(strips))
        return 0;
    for (uint32_t left = lanes; left; left &= left - 1)
        strips_fetch_entry(strips, address[__builtin_ctz(left)]);
    for (uint32_t left = lanes; left; left &= left - 1) {
        const uint32_t lane = (uint32_t)__builtin_ctz(left);
        StripPage *page = strips_find(strips, address[lane]);
        if (!page || !page->is_packed || page->unit_bits != unit_bits)
            continue;
        pages[lane] = page;
        packed[lane] = page->packed;
        packed_fetch_state(page->packed);
        units[lane] = (uint32_t)strips_index(strips, page, address[lane]);
        found |= UINT32_C(1) << lane;
    }
    packed_fetch_lanes(packed, found, units);
    return found;
}

void cell_load(const Strips *strips, StripPage *page, uint64_t address, StripCell *cell)
{
    cell->of = page;
    cell->page = *page;
    cell->page.is_packed = false;
    cell->at = (uint32_t)strips_index(strips, page, address);
    for (uint32_t kind = 0; kind < STRIP_KINDS; kind++) {
        cell->slots[kind] = cell->before[kind] = packed_get(page->packed, kind, cell->at);
        cell->page.kinds[kind] = &cell->slots[kind];
    }
}

bool cell_store(Strips *strips, StripCell *cell)
{
    bool ok = true;
    budget_viewed(strips->budget);
    for (uint32_t kind = 0; kind < STRIP_KINDS; kind++)
        if (cell->slots[kind] && cell->slots[kind] != cell->before[kind])
            ok = ok && packed_put(cell->of->packed, kind, cell->at, cell->slots[kind]);
    for (uint32_t kind = 0; kind < STRIP_KINDS; kind++)
        if (!cell->slots[kind] && cell->before[kind])
            ok = ok && packed_put(cell->of->packed, kind, cell->at, 0);
    budget_grew(strips, cell->of);
    return ok;
}
