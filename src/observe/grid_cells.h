/* Shadow memory for races between grids: for each word, or byte where accesses ask for it, who
 * wrote it last, plainly and atomically, and two who read it. What a cell holds is a number of the
 * owner's; 0: nobody. All zero: nothing was touched. */
#ifndef CULAB_OBSERVE_GRID_CELLS_H
#define CULAB_OBSERVE_GRID_CELLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct GridCell {
    uint32_t write, atomic, reads[2];
} GridCell;

typedef struct GridPage GridPage;

typedef struct GridCells {
    GridPage **pages; /* open addressing by page number */
    size_t capacity, count;
    GridPage *recent;
} GridCells;

/* Calls `each` for every cell of [from, to), with the address of its first byte. False: no memory.
 */
bool grid_cells_visit(GridCells *cells, uint64_t from, uint64_t to, void *state,
                      void (*each)(void *state, GridCell *cell, uint64_t address));
/* The same for the cells of pages that somebody has touched. */
void grid_cells_visit_touched(const GridCells *cells, uint64_t from, uint64_t to, void *state,
                              void (*each)(void *state, GridCell *cell, uint64_t address));
/* Nobody has touched these bytes. */
void grid_cells_clear(GridCells *cells, uint64_t from, uint64_t to);
void grid_cells_free(GridCells *cells);

#endif
