/* The diff pane's rows with a value of each side: CPU, GPU, and the simulator; what makes them
 * differ is said above them. */
#include <math.h>
#include <string.h>

#include "check/explain.h"
#include "view/results.h"
#include "view/screen.h"

enum { NUMBER = 15, ULP = 10, WORDS_MOST = 6 };

/* The sides that there are, in the order of their columns. */
typedef struct Sides {
    const char *names[3], *distances[2];
    const unsigned char *values[3];
    int count;
} Sides;

static Sides sides_of(const DiffSource *source)
{
    const unsigned char *beside = source->buffer->beside;
    if (!beside)
        return (Sides){{"CPU", "simulator"}, {"sim ULP"}, {source->expected, source->got}, 2};
    return (Sides){{"CPU", "GPU", "simulator"},
                   {"GPU ULP", "sim ULP"},
                   {source->expected, source->got, beside},
                   3};
}

static const Explanation *explanation_of(const DiffSource *source)
{
    const Explanations *all = &source->result->explanations;
    for (size_t i = 0; i < all->size; i++)
        if (all->data[i].argument == source->comparison->argument)
            return &all->data[i];
    return NULL;
}

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

/* Said of elements that differ, as far as they were looked at. */
static void put_cause(const DiffSource *source, uint64_t element, Surface *surface, int x, int y,
                      Style style, int room)
{
    const Explanation *explanation = explanation_of(source);
    for (size_t i = 0; explanation && i < explanation->rows.size; i++)
        if (explanation->rows.data[i].index == element)
            surface_put(surface, x, y, view_of(value_cause_text(explanation->rows.data[i].cause)),
                        style, room);
}

/* What was proven so far, line by line; returns the rows used. */
int diff_beside_words(const Screen *screen, const DiffSource *source, Surface *surface, Rect at)
{
    const Explanation *explanation = explanation_of(source);
    StrBuf text = {0};
    int row = 0;
    if (explanation)
        explain_add_words(explanation, &text);
    else if (session_explaining(screen->session))
        strbuf_add_text(&text, "looking for what makes them differ, by further runs on the "
                               "simulator…\n");
    else
        strbuf_add_text(&text,
                        "of newer runs; off and on again looks for what makes them differ\n");
    View rest = strbuf_view(&text), line;
    while (row < at.height && row < WORDS_MOST && view_split(&rest, '\n', &line) && line.size > 0)
        surface_put(surface, at.x, at.y + row++, line, STYLE_PLAIN, at.width);
    strbuf_free(&text);
    return row;
}

void diff_beside_columns(const DiffSource *source, Surface *surface, Rect at, int index)
{
    Sides sides = sides_of(source);
    int x = at.x + index, right = at.x + at.width;
    surface_put(surface, at.x + 2, at.y, VIEW("index"), STYLE_DIM, index - 2);
    for (int i = 0; i < sides.count; i++, x += NUMBER)
        surface_put(surface, x, at.y, view_of(sides.names[i]), STYLE_DIM, NUMBER - 1);
    for (int i = 0; i + 1 < sides.count; i++, x += ULP)
        surface_put(surface, x, at.y, view_of(sides.distances[i]), STYLE_DIM, ULP - 1);
    if (explanation_of(source) && right > x)
        surface_put(surface, x, at.y, VIEW("cause"), STYLE_DIM, right - x);
}

void diff_beside_row(const DiffPane *diff, const DiffSource *source, uint64_t element,
                     Surface *surface, Rect at, int index, Style style)
{
    Sides sides = sides_of(source);
    int x = at.x + index, right = at.x + at.width;
    for (int i = 0; i < sides.count; i++, x += NUMBER)
        put_value(diff, source, sides.values[i], element, surface, x, at.y, style);
    for (int i = 1; i < sides.count; i++, x += ULP)
        put_ulp(source, sides.values[i], element, surface, x, at.y, style);
    if (right > x)
        put_cause(source, element, surface, x, at.y, style, right - x);
}
