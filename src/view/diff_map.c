/* The map of right and wrong elements: a strip for 1-D data, a picture for 2-D. */
#include <inttypes.h>

#include "view/diff_pane.h"

/* A cell stands for the elements [x0, x1) of the rows [y0, y1). */
typedef struct Cell {
    uint64_t x0, x1, y0, y1;
} Cell;

static View cell_glyph(const DiffSource *source, Cell cell, uint64_t width, Style *style)
{
    uint64_t wrong = 0, all = 0;
    for (uint64_t y = cell.y0; y < cell.y1; y++) {
        for (uint64_t x = cell.x0; x < cell.x1; x++) {
            wrong += diff_is_wrong(source->comparison, y * width + x);
            all++;
        }
    }
    *style = wrong ? STYLE_WRONG : STYLE_DIM;
    if (wrong == 0)
        return VIEW("·");
    return wrong == all ? VIEW("█") : VIEW("▒");
}

static bool is_flat(const DiffSource *source)
{
    return source->buffer->shape[1] <= 1;
}

static uint64_t share(uint64_t whole, int part, int parts)
{
    return whole / (uint64_t)parts * (uint64_t)part +
           whole % (uint64_t)parts * (uint64_t)part / (uint64_t)parts;
}

static int cells_of(uint64_t whole, int most)
{
    return whole < (uint64_t)most ? (int)whole : most;
}

int diff_map_rows(const DiffSource *source, int columns, int limit)
{
    (void)columns;
    if (limit <= 0)
        return 0;
    return is_flat(source) ? 1 : cells_of(source->buffer->shape[1], limit);
}

static void draw_row(const DiffSource *source, Surface *surface, Rect at, uint64_t y0, uint64_t y1)
{
    uint64_t width = is_flat(source) ? source->comparison->count : source->buffer->shape[0];
    int cells = cells_of(width, at.width);
    for (int i = 0; i < cells; i++) {
        Cell cell = {share(width, i, cells), share(width, i + 1, cells), y0, y1};
        Style style;
        View glyph = cell_glyph(source, cell, width, &style);
        surface_put(surface, at.x + i, at.y, glyph, style, 1);
    }
}

static void draw_scale(const DiffSource *source, Surface *surface, Rect rect, int cells, int rows)
{
    const uint64_t *shape = source->buffer->shape;
    if (is_flat(source))
        surface_format(surface, rect.x, rect.y, STYLE_DIM, rect.width, "%" PRIu64 " a cell",
                       (source->comparison->count + (uint64_t)cells - 1) / (uint64_t)cells);
    else
        surface_format(surface, rect.x, rect.y, STYLE_DIM, rect.width,
                       "%" PRIu64 "×%" PRIu64 " a cell",
                       (shape[0] + (uint64_t)cells - 1) / (uint64_t)cells,
                       (shape[1] + (uint64_t)rows - 1) / (uint64_t)rows);
}

void diff_map_draw(const DiffSource *source, Surface *surface, Rect rect)
{
    enum { SCALE = 16 };
    uint64_t width = is_flat(source) ? source->comparison->count : source->buffer->shape[0];
    int rows = diff_map_rows(source, rect.width, rect.height), room = rect.width - SCALE;
    int cells = cells_of(width, room > 1 ? room : 1);
    if (width == 0 || rows == 0)
        return;
    for (int i = 0; i < rows; i++) {
        uint64_t height = is_flat(source) ? 1 : source->buffer->shape[1];
        draw_row(source, surface, (Rect){rect.x, rect.y + i, cells, 1}, share(height, i, rows),
                 share(height, i + 1, rows));
    }
    draw_scale(source, surface, (Rect){rect.x + cells + 2, rect.y, SCALE, 1}, cells, rows);
}
