/* Shadow memory: cells of one size that stand for bytes of the program's memory, made when first
 * touched. A page's cells stand for `unit` bytes each; an access narrower than that splits the
 * page's cells, each part keeping what was known of the whole. Start with shadow_init(). */
#ifndef CULAB_OBSERVE_SHADOW_H
#define CULAB_OBSERVE_SHADOW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct ShadowPage {
    uint64_t number;      /* address >> page_bits */
    uint64_t stamp;       /* the owner's, e.g. the launch that it was last cleared for */
    uint32_t unit_bits;   /* a cell stands for 1 << unit_bits bytes */
    unsigned char *cells; /* zeroed when made */
} ShadowPage;

typedef struct Shadow {
    size_t cell_bytes;
    uint32_t page_bits;
    uint32_t unit_bits; /* of fresh pages */
    ShadowPage **table; /* open addressing by page number */
    size_t capacity, count;
    ShadowPage *last; /* of the last look-up: accesses cluster */
    size_t bytes;     /* held by cells */
} Shadow;

void shadow_init(Shadow *shadow, size_t cell_bytes, uint32_t page_bits, uint32_t unit_bits);
void shadow_free(Shadow *shadow);
/* The page of an access of `bytes` (a power of two, aligned, at most a page), made if need be and
 * split so that its cells are no wider than the access. NULL: no memory. */
ShadowPage *shadow_page(Shadow *shadow, uint64_t address, uint32_t bytes);
/* The same page if it is there, never made or split. */
ShadowPage *shadow_find(const Shadow *shadow, uint64_t address);
/* Zeroes every page's cells, keeps the pages. */
void shadow_clear(Shadow *shadow);

static inline void *shadow_cell(const Shadow *shadow, const ShadowPage *page, uint64_t address)
{
    uint64_t offset = address & ((UINT64_C(1) << shadow->page_bits) - 1);
    return page->cells + (offset >> page->unit_bits) * shadow->cell_bytes;
}
size_t shadow_page_bytes(const Shadow *shadow, const ShadowPage *page); /* of its cells */

#endif
