/* Text laid out in lines of styled spans for one width: what the lesson pane and the help screen
 * scroll through. */
#ifndef CULAB_VIEW_DOCUMENT_H
#define CULAB_VIEW_DOCUMENT_H

#include "base/arena.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "view/surface.h"

typedef struct DocumentSpan {
    View text; /* in the arena */
    Style style;
} DocumentSpan;

typedef struct DocumentLine {
    size_t first, count; /* spans */
} DocumentLine;

typedef struct Document {
    Arena arena;
    int width;
    VEC(DocumentSpan) spans;
    VEC(DocumentLine) lines;
    StrBuf flow;               /* a paragraph that is being collected, */
    VEC(unsigned char) styles; /* and the style of each of its bytes */
} Document;

void document_init(Document *document, int width);
void document_free(Document *document);
/* Collects running text; LF in it is a line break. */
void document_add(Document *document, View text, Style style);
/* The same of a text of paragraphs, whose lines may be broken anywhere: only before an empty line,
 * or one that is indented, a break stays. */
void document_add_prose(Document *document, View text, Style style);
void document_format(Document *document, Style style, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Wraps what was collected: `first` stands before the first line, `rest` before the others. */
void document_flush(Document *document, const char *first, const char *rest);
/* One line as it is, however long. */
void document_add_line(Document *document, const char *prefix, View text, Style style);
void document_add_blank(Document *document); /* unless there is one, or nothing yet */
/* Draws from line `top`, column `left`. */
void document_draw(const Document *document, Surface *surface, Rect rect, size_t top, int left);

#endif
