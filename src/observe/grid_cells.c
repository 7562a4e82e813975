/* Pages of cells, of words at first, of bytes once somebody touches less than a word. */
#include "observe/grid_cells.h"

#include <stdlib.h>
#include <string.h>

enum { PAGE_BITS = 10, WORD_BITS = 2 };
#define PAGE_BYTES (UINT64_C(1) << PAGE_BITS)

struct GridPage {
    uint64_t number;    /* address >> PAGE_BITS */
    uint32_t unit_bits; /* a cell stands for 1 << unit_bits bytes */
    GridCell *cells;    /* [PAGE_BYTES >> unit_bits] */
};

static size_t slot_of(const GridCells *cells, uint64_t number)
{
    size_t at = (size_t)((number * UINT64_C(0x9E3779B97F4A7C15)) >> 24) & (cells->capacity - 1);
    while (cells->pages[at] && cells->pages[at]->number != number)
        at = (at + 1) & (cells->capacity - 1);
    return at;
}

static bool grow(GridCells *cells)
{
    GridCells old = *cells;
    cells->capacity = old.capacity ? old.capacity * 2 : 64;
    cells->pages = calloc(cells->capacity, sizeof *cells->pages);
    if (!cells->pages) {
        *cells = old;
        return false;
    }
    for (size_t i = 0; i < old.capacity; i++)
        if (old.pages[i])
            cells->pages[slot_of(cells, old.pages[i]->number)] = old.pages[i];
    free(old.pages);
    return true;
}

static GridPage *page_find(const GridCells *cells, uint64_t number)
{
    return cells->capacity ? cells->pages[slot_of(cells, number)] : NULL;
}

static GridPage *page_of(GridCells *cells, uint64_t number)
{
    if (cells->recent && cells->recent->number == number)
        return cells->recent;
    if (cells->count * 2 >= cells->capacity && !grow(cells))
        return NULL;
    GridPage **at = &cells->pages[slot_of(cells, number)];
    if (!*at) {
        GridPage *page = malloc(sizeof *page);
        GridCell *fresh = calloc(PAGE_BYTES >> WORD_BITS, sizeof *fresh);
        if (!page || !fresh) {
            free(page);
            free(fresh);
            return NULL;
        }
        *page = (GridPage){.number = number, .unit_bits = WORD_BITS, .cells = fresh};
        *at = page;
        cells->count++;
    }
    return cells->recent = *at;
}

static bool page_split(GridPage *page)
{
    GridCell *bytes = malloc(PAGE_BYTES * sizeof *bytes);
    if (!bytes)
        return false;
    for (size_t i = 0; i < PAGE_BYTES; i++)
        bytes[i] = page->cells[i >> page->unit_bits];
    free(page->cells);
    page->cells = bytes;
    page->unit_bits = 0;
    return true;
}

static bool is_split(uint64_t from, uint64_t to)
{
    return ((from | to) & ((UINT64_C(1) << WORD_BITS) - 1)) != 0;
}

bool grid_cells_visit(GridCells *cells, uint64_t from, uint64_t to, void *state,
                      void (*each)(void *state, GridCell *cell, uint64_t address))
{
    while (from < to) {
        uint64_t base = from & ~(PAGE_BYTES - 1);
        uint64_t end = to - base < PAGE_BYTES ? to : base + PAGE_BYTES;
        GridPage *page = page_of(cells, from >> PAGE_BITS);
        if (!page || (page->unit_bits && is_split(from, end) && !page_split(page)))
            return false;
        for (; from < end; from += UINT64_C(1) << page->unit_bits)
            each(state, &page->cells[(from - base) >> page->unit_bits], from);
    }
    return true;
}

void grid_cells_visit_touched(const GridCells *cells, uint64_t from, uint64_t to, void *state,
                              void (*each)(void *state, GridCell *cell, uint64_t address))
{
    while (from < to) {
        uint64_t base = from & ~(PAGE_BYTES - 1);
        uint64_t end = to - base < PAGE_BYTES ? to : base + PAGE_BYTES;
        GridPage *page = page_find(cells, from >> PAGE_BITS);
        for (; page && from < end; from = (from | ((UINT64_C(1) << page->unit_bits) - 1)) + 1)
            each(state, &page->cells[(from - base) >> page->unit_bits], from);
        from = end;
    }
}

void grid_cells_clear(GridCells *cells, uint64_t from, uint64_t to)
{
    while (from < to) {
        uint64_t base = from & ~(PAGE_BYTES - 1);
        uint64_t end = to - base < PAGE_BYTES ? to : base + PAGE_BYTES;
        GridPage *page = page_find(cells, from >> PAGE_BITS);
        if (page) {
            uint64_t first = (from - base) >> page->unit_bits;
            uint64_t last = (end - base + (UINT64_C(1) << page->unit_bits) - 1) >> page->unit_bits;
            memset(&page->cells[first], 0, (size_t)(last - first) * sizeof *page->cells);
        }
        from = end;
    }
}

void grid_cells_free(GridCells *cells)
{
    for (size_t i = 0; i < cells->capacity; i++)
        if (cells->pages[i]) {
            free(cells->pages[i]->cells);
            free(cells->pages[i]);
        }
    free(cells->pages);
    *cells = (GridCells){0};
}
