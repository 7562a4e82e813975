/* Expected and got, element by element. */
#ifndef CULAB_VIEW_DIFF_PANE_H
#define CULAB_VIEW_DIFF_PANE_H

#include "base/vec.h"
#include "check/check.h"
#include "view/scroll.h"
#include "view/surface.h"

typedef struct DiffPane {
    size_t case_index, comparison; /* which one is shown */
    bool chosen;                   /* by the learner: not changed by new results while it exists */
    bool all;                      /* right elements too */
    bool by_error, hex;
    bool beside;        /* the values of all sides, and why they differ */
    VEC(uint64_t) rows; /* elements; unused with `all` */
    Scroll scroll;
} DiffPane;

/* A comparison with what it compared. */
typedef struct DiffSource {
    const CaseResult *result;
    const Comparison *comparison;
    const BufferResult *buffer;
    const unsigned char *expected, *got;
} DiffSource;

/* False: nothing to compare. */
bool diff_source(const DiffPane *diff, const Verdict *verdict, DiffSource *out);
void diff_pane_update(DiffPane *diff, const Verdict *verdict);
void diff_pane_free(DiffPane *diff);
uint64_t diff_pane_count(const DiffPane *diff, const DiffSource *source);
uint64_t diff_pane_element(const DiffPane *diff, size_t row);
bool diff_is_wrong(const Comparison *comparison, uint64_t element);
const Mismatch *diff_mismatch(const Comparison *comparison, uint64_t element); /* NULL: not kept */

/* The values of all sides in a row (diff_beside.c); `index`: columns of the element's name. */
struct Screen;
int diff_beside_words(const struct Screen *screen, const DiffSource *source, Surface *surface,
                      Rect at);
void diff_beside_columns(const DiffSource *source, Surface *surface, Rect at, int index);
void diff_beside_row(const DiffPane *diff, const DiffSource *source, uint64_t element,
                     Surface *surface, Rect at, int index, Style style);

/* The map of right and wrong elements (diff_map.c); returns the rows used. */
int diff_map_rows(const DiffSource *source, int columns, int limit);
void diff_map_draw(const DiffSource *source, Surface *surface, Rect rect);

#endif
