/* Syntax colours of the text being edited: what each line begins inside of is kept, and thrown away
 * from the line of a change on. */
#ifndef CULAB_VIEW_HIGHLIGHT_H
#define CULAB_VIEW_HIGHLIGHT_H

#include "syntax/syntax.h"
#include "text/text.h"
#include "view/surface.h"

typedef struct Highlight {
    VEC(SyntaxState) states; /* at the start of each line, as far as known */
    uint64_t version;        /* of the text that the states are of */
    SyntaxSpans spans;       /* of the line asked for last */
    StrBuf line;
} Highlight;

void highlight_open(Highlight *highlight, const Text *text);
void highlight_free(Highlight *highlight);
/* One change was made, nowhere before `position`. Changes that are not told here cost a fresh start
 * at the next line asked for. */
void highlight_changed(Highlight *highlight, const Text *text, size_t position);
/* The spans of a line; they hold until the next call. Lines not covered are plain. */
const SyntaxSpans *highlight_line(Highlight *highlight, const Text *text, size_t line);
Style highlight_style(SyntaxKind kind);

#endif
