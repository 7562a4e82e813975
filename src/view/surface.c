/* Drawing on a surface: everything is made inert and cut to its place here. */
#include "view/surface.h"

#include <stdarg.h>

#include "base/strbuf.h"
#include "base/utf8.h"
#include "view/glyphs.h"

static bool is_plain(View text)
{
    for (size_t i = 0; i < text.size; i++)
        if (text.data[i] < 0x20 || text.data[i] > 0x7E)
            return false;
    return true;
}

/* In ASCII mode lines, arrows and marks have forms of their own; the rest is spelled out. */
static void add_piece(StrBuf *out, View piece, uint32_t codepoint, bool ascii)
{
    char form = ascii ? glyph_ascii(codepoint) : '\0';
    if (form)
        strbuf_add_byte(out, form);
    else
        utf8_add_inert(out, piece, false, ascii);
}

void surface_add_inert(StrBuf *out, View text, bool ascii)
{
    while (text.size > 0) {
        uint32_t codepoint;
        size_t size = utf8_decode(text, &codepoint);
        add_piece(out, view_slice(text, 0, size), codepoint, ascii);
        text = view_slice(text, size, text.size);
    }
}

/* Makes at most `columns` + 1 columns of `text` inert. */
static void make_inert(StrBuf *out, View text, bool ascii, int columns)
{
    int used = 0;
    while (text.size > 0 && used <= columns) {
        uint32_t codepoint;
        size_t start = out->size, size = utf8_decode(text, &codepoint);
        if (codepoint == '\t') {
            do
                strbuf_add_byte(out, ' ');
            while (++used % TAB_COLUMNS);
        } else {
            add_piece(out, view_slice(text, 0, size), codepoint, ascii);
            used += utf8_columns(view_slice(strbuf_view(out), start, out->size));
        }
        text = view_slice(text, size, text.size);
    }
}

/* Bytes of the longest front of `text` that fits. */
static size_t front_that_fits(View text, int columns, int *used)
{
    size_t size = 0;
    *used = 0;
    while (size < text.size) {
        View rest = view_slice(text, size, text.size);
        size_t cluster = utf8_cluster(rest);
        int width = utf8_columns(view_slice(rest, 0, cluster));
        if (*used + width > columns)
            break;
        *used += width;
        size += cluster;
    }
    return size;
}

static int put_inert(Surface *surface, int x, int y, View text, Style style, int columns)
{
    int used;
    size_t size = front_that_fits(text, columns, &used);
    if (size == text.size) {
        surface->ops->put(surface, x, y, text, style, used);
        return used;
    }
    size = front_that_fits(text, columns - 1, &used);
    surface->ops->put(surface, x, y, view_slice(text, 0, size), style, used);
    surface->ops->put(surface, x + used, y, surface->ascii ? VIEW(">") : VIEW("…"), style, 1);
    return used + 1;
}

int surface_put(Surface *surface, int x, int y, View text, Style style, int columns)
{
    if (columns > surface->width - x)
        columns = surface->width - x;
    if (columns <= 0 || text.size == 0 || y < 0 || y >= surface->height || x < 0)
        return 0;
    if (text.size <= (size_t)columns && is_plain(text)) {
        surface->ops->put(surface, x, y, text, style, (int)text.size);
        return (int)text.size;
    }
    StrBuf inert = {0};
    make_inert(&inert, text, surface->ascii, columns);
    int used = put_inert(surface, x, y, strbuf_view(&inert), style, columns);
    strbuf_free(&inert);
    return used;
}

int surface_format(Surface *surface, int x, int y, Style style, int columns, const char *format,
                   ...)
{
    StrBuf text = {0};
    va_list args;
    va_start(args, format);
    strbuf_format_args(&text, format, args);
    va_end(args);
    int used = surface_put(surface, x, y, strbuf_view(&text), style, columns);
    strbuf_free(&text);
    return used;
}

void surface_fill(Surface *surface, Rect rect, Style style)
{
    if (rect.x < 0 || rect.y < 0 || rect.x >= surface->width || rect.y >= surface->height)
        return;
    if (rect.width > surface->width - rect.x)
        rect.width = surface->width - rect.x;
    if (rect.height > surface->height - rect.y)
        rect.height = surface->height - rect.y;
    if (rect.width > 0 && rect.height > 0)
        surface->ops->fill(surface, rect, style);
}

void surface_cursor(Surface *surface, int x, int y)
{
    if (x >= 0 && y >= 0 && x < surface->width && y < surface->height)
        surface->ops->cursor(surface, x, y);
}

int surface_line(Surface *surface, int x, int y, int columns, Style style)
{
    for (int i = 0; i < columns; i++)
        surface_put(surface, x + i, y, VIEW("─"), style, 1);
    return columns > 0 ? columns : 0;
}

static void put_side(Surface *surface, int x, Rect rect, Style style)
{
    for (int y = rect.y + 1; y < rect.y + rect.height - 1; y++)
        surface_put(surface, x, y, VIEW("│"), style, 1);
}

static void put_edge(Surface *surface, Rect rect, int y, View left, View right, Style style)
{
    surface_put(surface, rect.x, y, left, style, 1);
    surface_line(surface, rect.x + 1, y, rect.width - 2, style);
    surface_put(surface, rect.x + rect.width - 1, y, right, style, 1);
}

void surface_box(Surface *surface, Rect rect, View title, bool focused)
{
    Style style = focused ? STYLE_BORDER_FOCUS : STYLE_BORDER;
    if (rect.width < 2 || rect.height < 2)
        return;
    put_edge(surface, rect, rect.y, VIEW("┌"), VIEW("┐"), style);
    put_edge(surface, rect, rect.y + rect.height - 1, VIEW("└"), VIEW("┘"), style);
    put_side(surface, rect.x, rect, style);
    put_side(surface, rect.x + rect.width - 1, rect, style);
    if (title.size > 0 && rect.width > 6) {
        int used = surface_put(surface, rect.x + 3, rect.y, title,
                               focused ? STYLE_TITLE : STYLE_PLAIN, rect.width - 6);
        surface_put(surface, rect.x + 2, rect.y, VIEW(" "), style, 1);
        surface_put(surface, rect.x + 3 + used, rect.y, VIEW(" "), style, 1);
    }
}
