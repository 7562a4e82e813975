/* The difference of two texts, line by line. */
#ifndef CULAB_VIEW_LINE_DIFF_H
#define CULAB_VIEW_LINE_DIFF_H

#include "base/vec.h"
#include "base/view.h"

typedef enum DiffKind { DIFF_SAME, DIFF_REMOVED, DIFF_ADDED } DiffKind;

typedef struct DiffLine {
    DiffKind kind;
    View text; /* of the old or the new text */
} DiffLine;
typedef VEC(DiffLine) DiffLines;

/* Appends what turns `old` into `new`; unchanged lines are there too. Texts of many changed lines
 * are compared less finely: their middle is told as removed and added. */
void line_diff(View old, View new, DiffLines *out);

#endif
