/* What the threads printed: a list of any length, filtered, grouped and searched. */
#ifndef CULAB_VIEW_PRINT_PANE_H
#define CULAB_VIEW_PRINT_PANE_H

#include "base/strbuf.h"
#include "base/vec.h"
#include "check/check.h"
#include "view/scroll.h"

/* What a record must be to be shown; unset fields let all through. */
typedef struct PrintFilter {
    bool by_block, by_thread, by_warp, by_line, by_case;
    Dim3 block, thread;
    uint32_t warp, line, which_case;
} PrintFilter;

typedef struct PrintRow {
    uint32_t record; /* the first one */
    uint32_t equal;  /* how many lines are equal to it, itself included */
} PrintRow;

typedef struct PrintPane {
    PrintFilter filter;
    bool grouped;
    StrBuf search;
    VEC(PrintRow)
    rows;         /* only when filtered or grouped, or some are hidden; else rows are records */
    size_t total; /* records that may be shown */
    bool hides;   /* there are others: of hidden cases */
    Scroll scroll;
} PrintPane;

/* Reads the log anew. `exercise` knows which cases are hidden, `verdict` the launches' shapes, for
 * the warps; both may be NULL. */
void print_pane_update(PrintPane *print, const PrintLog *log, const Exercise *exercise,
                       const Verdict *verdict);
void print_pane_free(PrintPane *print);
size_t print_pane_count(const PrintPane *print, const PrintLog *log);
/* How many there are without filters and groups. */
size_t print_pane_total(const PrintPane *print, const PrintLog *log);
PrintRow print_pane_row(const PrintPane *print, size_t row);
bool print_filter_any(const PrintFilter *filter);
/* `shape`: the launch's block, for the warp; {0}: unknown. */
bool print_filter_passes(const PrintFilter *filter, const PrintRecord *record, Dim3 shape);
/* The row at or after `from` (before it, backwards) whose text holds the search, around the end.
 * False: none. */
bool print_pane_search(const PrintPane *print, const PrintLog *log, size_t from, bool backwards,
                       size_t *row);

#endif
