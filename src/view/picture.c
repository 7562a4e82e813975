/* The surface of the tests. */
#include "view/picture.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/utf8.h"

static PictureCell *cell_at(Picture *picture, int x, int y)
{
    return &picture->cells[(size_t)y * (size_t)picture->surface.width + (size_t)x];
}

static void put_cluster(Picture *picture, int x, int y, View cluster, int width, Style style)
{
    PictureCell *cell = cell_at(picture, x, y);
    size_t size = cluster.size < sizeof cell->text ? cluster.size : sizeof cell->text - 1;
    memcpy(cell->text, cluster.data, size);
    cell->text[size] = '\0';
    cell->style = style;
    if (width == 2 && x + 1 < picture->surface.width)
        *cell_at(picture, x + 1, y) = (PictureCell){.text = "\x01", .style = style};
}

static void put(Surface *surface, int x, int y, View text, Style style, int columns)
{
    Picture *picture = (Picture *)surface;
    int end = x + columns;
    while (text.size > 0 && x < end) {
        size_t size = utf8_cluster(text);
        View cluster = view_slice(text, 0, size);
        int width = utf8_columns(cluster);
        put_cluster(picture, x, y, cluster, width, style);
        x += width > 0 ? width : 1;
        text = view_slice(text, size, text.size);
    }
}

static void fill(Surface *surface, Rect rect, Style style)
{
    for (int y = rect.y; y < rect.y + rect.height; y++)
        for (int x = rect.x; x < rect.x + rect.width; x++)
            *cell_at((Picture *)surface, x, y) = (PictureCell){.style = style};
}

static void cursor(Surface *surface, int x, int y)
{
    ((Picture *)surface)->cursor_x = x;
    ((Picture *)surface)->cursor_y = y;
}

static const SurfaceOps ops = {.put = put, .fill = fill, .cursor = cursor};

void picture_init(Picture *picture, int width, int height, bool ascii)
{
    *picture = (Picture){
        .surface = {.ops = &ops, .width = width, .height = height, .ascii = ascii},
        .cursor_x = -1,
        .cursor_y = -1,
    };
    picture->cells = memory_alloc_array((size_t)width * (size_t)height, sizeof *picture->cells);
}

void picture_clear(Picture *picture)
{
    size_t count = (size_t)picture->surface.width * (size_t)picture->surface.height;
    memset(picture->cells, 0, count * sizeof *picture->cells);
    picture->cursor_x = picture->cursor_y = -1;
}

void picture_free(Picture *picture)
{
    free(picture->cells);
    picture->cells = NULL;
}

static void add_row(const Picture *picture, int y, StrBuf *out)
{
    size_t kept = out->size;
    for (int x = 0; x < picture->surface.width; x++) {
        const PictureCell *cell = cell_at((Picture *)picture, x, y);
        if (cell->text[0] == '\x01')
            continue;
        strbuf_add_text(out, cell->text[0] ? cell->text : " ");
        if (cell->text[0] && strcmp(cell->text, " ") != 0)
            kept = out->size;
    }
    out->size = kept;
    strbuf_add_byte(out, '\n');
}

void picture_text(const Picture *picture, StrBuf *out)
{
    for (int y = 0; y < picture->surface.height; y++)
        add_row(picture, y, out);
}

Style picture_style(const Picture *picture, int x, int y)
{
    return cell_at((Picture *)picture, x, y)->style;
}
