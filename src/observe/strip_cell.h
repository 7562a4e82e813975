/* One unit of a packed page, unpacked: quicker than a view where lanes lie in a page each. */
#ifndef CULAB_OBSERVE_STRIP_CELL_H
#define CULAB_OBSERVE_STRIP_CELL_H

#include "observe/strip.h"

typedef struct StripCell {
    StripPage page; /* looks like one whose only unit, number 0, is the cell */
    StripPage *of;
    uint32_t at;
    Slot slots[STRIP_KINDS], before[STRIP_KINDS];
} StripCell;

/* Finds which of the lanes' addresses lie in packed pages of units of that size, and lets the
 * processor fetch what cell_load() will look at there. Returns those lanes, whose pages stay packed
 * as long as nothing but cells is asked for. */
uint32_t cell_pages(Strips *strips, const uint64_t *address, uint32_t lanes, uint32_t unit_bits,
                    StripPage *pages[32]);
void cell_load(const Strips *strips, StripPage *page, uint64_t address, StripCell *cell);
/* Packs what was changed. False: that can't be, look at it in another way; of what is changed then
 * nothing is lost. */
bool cell_store(Strips *strips, StripCell *cell);

#endif
