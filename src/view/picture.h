/* A surface that keeps its cells in memory, for tests: what a screen would show, as text. */
#ifndef CULAB_VIEW_PICTURE_H
#define CULAB_VIEW_PICTURE_H

#include "base/strbuf.h"
#include "view/surface.h"

typedef struct PictureCell {
    char text[24]; /* "" : blank; the second column of a wide glyph holds "\x01" */
    Style style;
} PictureCell;

typedef struct Picture {
    Surface surface; /* first: a Surface * to it is a Picture * */
    PictureCell *cells;
    int cursor_x, cursor_y; /* -1: hidden */
} Picture;

void picture_init(Picture *picture, int width, int height, bool ascii);
void picture_clear(Picture *picture);
void picture_free(Picture *picture);
/* Adds the rows, each without blanks at its end and ended by LF. */
void picture_text(const Picture *picture, StrBuf *out);
Style picture_style(const Picture *picture, int x, int y);

#endif
