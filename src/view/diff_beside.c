/* The diff pane's rows with three values: CPU, GPU, and the simulator beside it. */
#include <math.h>

#include "view/diff_pane.h"
#include "view/results.h"

enum { NUMBER = 15, ULP = 10 };

static void put_value(const DiffPane *diff, const DiffSource *source, const unsigned char *data,
                      uint64_t element, Surface *surface, int x, int y, Style style)
{
    StrBuf text = {0};
    ElementType type = source->buffer->type;
    element_format(type, data + element * element_bytes(type), &text, diff->hex);
    surface_put(surface, x, y, strbuf_view(&text), style, NUMBER - 1);
    strbuf_free(&text);
}

static void put_ulp(const DiffSource *source, const unsigned char *data, uint64_t element,
                    Surface *surface, int x, int y, Style style)
{
    size_t at = element * element_bytes(source->buffer->type);
    double ulp = element_ulp(source->buffer->type, source->expected + at, data + at);
    if (!isnan(ulp))
        surface_format(surface, x, y, style, ULP - 1, "%.8g", ulp);
}

bool diff_has_beside(const DiffSource *source)
{
    return source->buffer->beside != NULL;
}

void diff_beside_columns(Surface *surface, Rect at, int index)
{
    static const char *const names[] = {"CPU", "GPU", "simulator"};
    int x = at.x + index;
    surface_put(surface, at.x + 2, at.y, VIEW("index"), STYLE_DIM, index - 2);
    for (int i = 0; i < 3; i++, x += NUMBER)
        surface_put(surface, x, at.y, view_of(names[i]), STYLE_DIM, NUMBER - 1);
    surface_put(surface, x, at.y, VIEW("GPU ULP"), STYLE_DIM, ULP - 1);
    surface_put(surface, x + ULP, at.y, VIEW("sim ULP"), STYLE_DIM, ULP - 1);
}

void diff_beside_row(const DiffPane *diff, const DiffSource *source, uint64_t element,
                     Surface *surface, Rect at, int index, Style style)
{
    const unsigned char *values[] = {source->expected, source->got, source->buffer->beside};
    int x = at.x + index;
    for (int i = 0; i < 3; i++, x += NUMBER)
        put_value(diff, source, values[i], element, surface, x, at.y, style);
    put_ulp(source, source->got, element, surface, x, at.y, style);
    put_ulp(source, source->buffer->beside, element, surface, x + ULP, at.y, style);
}
