/* What views draw on: cells of text in named styles. The terminal (src/term) and the tests' plain
 * text picture are its implementations. Coordinates are 0-based columns and rows. */
#ifndef CULAB_VIEW_SURFACE_H
#define CULAB_VIEW_SURFACE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/strbuf.h"
#include "base/view.h"

/* What a piece of text is; the palette decides how it looks (colour, bold, reverse, or a mark). */
typedef enum Style {
    STYLE_PLAIN,
    STYLE_DIM,
    STYLE_STRONG,
    STYLE_TITLE,
    STYLE_BORDER,
    STYLE_BORDER_FOCUS,
    STYLE_STATUS,
    STYLE_SELECTED,
    STYLE_CURSOR_LINE,
    STYLE_LINE_NUMBER,
    STYLE_KEY,
    STYLE_OK,
    STYLE_WRONG,
    STYLE_WARNING,
    STYLE_NOTE,
    STYLE_KEYWORD,
    STYLE_TYPE,
    STYLE_BUILTIN,
    STYLE_NUMBER,
    STYLE_STRING,
    STYLE_COMMENT,
    STYLE_PREPROCESSOR,
    STYLE_FUNCTION,
    STYLE_HEADING,
    STYLE_CODE,
    STYLE_EMPHASIS,
    STYLE_LINK,
    STYLE_MATCH,
    STYLE_COUNT
} Style;

enum { TAB_COLUMNS = 4 };

typedef struct Rect {
    int x, y, width, height;
} Rect;

typedef struct Surface Surface;
typedef struct SurfaceOps {
    void (*put)(Surface *surface, int x, int y, View text, Style style, int columns);
    void (*fill)(Surface *surface, Rect rect, Style style);
    void (*cursor)(Surface *surface, int x, int y); /* shown there; never called: hidden */
} SurfaceOps;

struct Surface {
    const SurfaceOps *ops;
    int width, height;
    bool ascii;  /* no box or block characters: use + - | # */
    bool colour; /* styles are also told by colour; else marks must do */
};

/* Draws `text` made inert, cut to `columns` (with … or > at the cut); tabs become blanks. Returns
 * the columns used. */
int surface_put(Surface *surface, int x, int y, View text, Style style, int columns);
/* Adds what surface_put() shows for `text` (no tabs in it): inert, in ASCII forms if asked. */
void surface_add_inert(StrBuf *out, View text, bool ascii);
int surface_format(Surface *surface, int x, int y, Style style, int columns, const char *format,
                   ...) __attribute__((format(printf, 6, 7)));
void surface_fill(Surface *surface, Rect rect, Style style);
void surface_cursor(Surface *surface, int x, int y);
int surface_line(Surface *surface, int x, int y, int columns, Style style); /* a rule */
/* A frame with a title in its upper edge. */
void surface_box(Surface *surface, Rect rect, View title, bool focused);

#endif
