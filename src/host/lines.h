/* From addresses in a compiled program to lines of its source: the line table of DWARF 2 to 4 in an
 * ELF file for 64 bits (DWARF 4, section 6.2). */
#ifndef CULAB_HOST_LINES_H
#define CULAB_HOST_LINES_H

#include "base/vec.h"
#include "base/view.h"

typedef struct LineRow {
    uint64_t address;
    uint32_t line;  /* 0: from here on another file, or none */
    uint32_t order; /* of the rows as they were written */
} LineRow;

typedef struct LineTable {
    VEC(LineRow) rows; /* by address */
} LineTable;

/* The lines of the source whose path ends in `file`. An image without a table, or with a broken
 * one, gives what could be read, or nothing. */
void lines_read(View image, const char *file, LineTable *out);
/* The line of the instruction at `address`; 0: unknown. */
uint32_t lines_find(const LineTable *table, uint64_t address);
void lines_free(LineTable *table);

#endif
