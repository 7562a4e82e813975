/* Shadow memory: a hash table of pages of cells. */
#include "observe/shadow.h"

#include <stdlib.h>
#include <string.h>

void shadow_init(Shadow *shadow, size_t cell_bytes, uint32_t page_bits, uint32_t unit_bits)
{
    *shadow = (Shadow){.cell_bytes = cell_bytes, .page_bits = page_bits, .unit_bits = unit_bits};
}

void shadow_free(Shadow *shadow)
{
    for (size_t i = 0; i < shadow->capacity; i++) {
        if (shadow->table[i]) {
            free(shadow->table[i]->cells);
            free(shadow->table[i]);
        }
    }
    free(shadow->table);
    shadow_init(shadow, shadow->cell_bytes, shadow->page_bits, shadow->unit_bits);
}

size_t shadow_page_bytes(const Shadow *shadow, const ShadowPage *page)
{
    return ((size_t)1 << (shadow->page_bits - page->unit_bits)) * shadow->cell_bytes;
}

/* Multiplying by an odd constant spreads neighbouring page numbers over the table. */
static size_t slot_of(const Shadow *shadow, uint64_t number)
{
    size_t mask = shadow->capacity - 1;
    size_t at = (size_t)((number * UINT64_C(0x9E3779B97F4A7C15)) >> 20) & mask;
    while (shadow->table[at] && shadow->table[at]->number != number)
        at = (at + 1) & mask;
    return at;
}

static bool grow(Shadow *shadow)
{
    Shadow old = *shadow;
    shadow->capacity = old.capacity ? old.capacity * 2 : 64;
    shadow->table = calloc(shadow->capacity, sizeof *shadow->table);
    if (!shadow->table) {
        *shadow = old;
        return false;
    }
    for (size_t i = 0; i < old.capacity; i++)
        if (old.table[i])
            shadow->table[slot_of(shadow, old.table[i]->number)] = old.table[i];
    free(old.table);
    return true;
}

static ShadowPage *make_page(Shadow *shadow, uint64_t number)
{
    if (shadow->count * 2 >= shadow->capacity && !grow(shadow))
        return NULL;
    ShadowPage *page = calloc(1, sizeof *page);
    if (!page)
        return NULL;
    page->number = number;
    page->unit_bits = shadow->unit_bits;
    page->cells = calloc(1, shadow_page_bytes(shadow, page));
    if (!page->cells) {
        free(page);
        return NULL;
    }
    shadow->bytes += shadow_page_bytes(shadow, page);
    shadow->table[slot_of(shadow, number)] = page;
    shadow->count++;
    return page;
}

static bool split_page(Shadow *shadow, ShadowPage *page, uint32_t unit_bits)
{
    ShadowPage fine = *page;
    fine.unit_bits = unit_bits;
    size_t bytes = shadow_page_bytes(shadow, &fine);
    fine.cells = malloc(bytes);
    if (!fine.cells)
        return false;
    size_t parts = (size_t)1 << (page->unit_bits - unit_bits);
    size_t cells = (size_t)1 << (shadow->page_bits - unit_bits);
    for (size_t i = 0; i < cells; i++)
        memcpy(fine.cells + i * shadow->cell_bytes, page->cells + i / parts * shadow->cell_bytes,
               shadow->cell_bytes);
    shadow->bytes += bytes - shadow_page_bytes(shadow, page);
    free(page->cells);
    *page = fine;
    return true;
}

ShadowPage *shadow_find(const Shadow *shadow, uint64_t address)
{
    uint64_t number = address >> shadow->page_bits;
    if (shadow->last && shadow->last->number == number)
        return shadow->last;
    return shadow->capacity ? shadow->table[slot_of(shadow, number)] : NULL;
}

ShadowPage *shadow_page(Shadow *shadow, uint64_t address, uint32_t bytes)
{
    ShadowPage *page = shadow_find(shadow, address);
    if (!page)
        page = make_page(shadow, address >> shadow->page_bits);
    if (!page)
        return NULL;
    shadow->last = page;
    uint32_t wanted = (uint32_t)__builtin_ctz(bytes | 16);
    if (page->unit_bits > wanted && !split_page(shadow, page, wanted))
        return NULL;
    return page;
}

void shadow_clear(Shadow *shadow)
{
    for (size_t i = 0; i < shadow->capacity; i++)
        if (shadow->table[i])
            memset(shadow->table[i]->cells, 0, shadow_page_bytes(shadow, shadow->table[i]));
}
