/* Syntax colours of the text being edited. */
#ifndef CULAB_VIEW_HIGHLIGHT_H
#define CULAB_VIEW_HIGHLIGHT_H

#include "syntax/cache.h"
#include "text/text.h"
#include "view/surface.h"

typedef struct Highlight {
    SyntaxCache *cache;
    uint64_t version;  /* of the text that the cache knows */
    SyntaxSpans spans; /* of the line asked for last */
} Highlight;

void highlight_open(Highlight *highlight, const Text *text); /* the text outlives it */
void highlight_free(Highlight *highlight);
/* After one change that left the text [from, to) new. Changes that are not told cost a fresh start
 * at the next line asked for. */
void highlight_changed(Highlight *highlight, const Text *text, size_t from, size_t to);
/* The spans of a line; they hold until the next call. What no span covers is plain. */
const SyntaxSpans *highlight_line(Highlight *highlight, const Text *text, size_t line);
/* Columns that a line should be indented by; `step`: of one level. */
size_t highlight_indentation(Highlight *highlight, const Text *text, size_t line, size_t step);
Style highlight_style(SyntaxKind kind);

#endif
