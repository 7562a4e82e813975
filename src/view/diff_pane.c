/* The diff pane: where, how much, by whom. */
#include <inttypes.h>
#include <math.h>

#include "view/screen.h"

enum {
    MAP_ROWS = 8,
    WRITER_COLUMNS = 30, /* "block 7812 thread 64, line 100" */
};

/* How wide each column is. */
typedef struct Columns {
    int index, number, difference, ulp;
} Columns;

static Columns columns_for(const DiffSource *source, int width)
{
    enum { ROOMY = 96, INDEX = 8 };
    StrBuf last = {0};
    element_name(source->buffer, source->comparison->count - 1, &last);
    int index = (int)(last.size - view_find(strbuf_view(&last), '[')) + 3;
    strbuf_free(&last);
    index = index > INDEX ? index : INDEX;
    Columns columns = width >= ROOMY ? (Columns){index, 18, 15, 12} : (Columns){index, 13, 12, 9};
    if (!element_is_float(source->buffer->type))
        columns.ulp = 0;
    return columns;
}

/* Who wrote it is told in few words where these are all that fits. */
static bool is_brief(int columns)
{
    return columns < WRITER_COLUMNS;
}

static void add_tolerance(const Tolerance *tolerance, StrBuf *out)
{
    static const char *const words[] = {
        [TOLERANCE_ABSOLUTE] = "absolute",
        [TOLERANCE_RELATIVE] = "relative",
        [TOLERANCE_ULP] = "ULP",
    };
    if (tolerance->kind == TOLERANCE_EXACT)
        strbuf_add_text(out, ", exact");
    else
        strbuf_format(out, ", tolerance %g %s", tolerance->limit, words[tolerance->kind]);
}

static void draw_heading(const Screen *screen, const DiffSource *source, Surface *surface, Rect at)
{
    StrBuf text = {0};
    const BufferResult *buffer = source->buffer;
    const Exercise *exercise = session_exercise(screen->session);
    if (source->result->spec && source->result->spec->name)
        strbuf_format(&text, "%s   ", source->result->spec->name);
    strbuf_format(&text, "%s: %s[%" PRIu64, buffer->name, element_text(buffer->type),
                  buffer->shape[1] > 1 ? buffer->shape[1] : buffer->count);
    if (buffer->shape[1] > 1)
        strbuf_format(&text, "][%" PRIu64, buffer->shape[0]);
    strbuf_add_text(&text, "]");
    if (exercise)
        add_tolerance(&exercise->tolerance, &text);
    strbuf_format(&text, "   %" PRIu64 " of %" PRIu64 " wrong", source->comparison->wrong,
                  source->comparison->count);
    surface_put(surface, at.x, at.y, strbuf_view(&text),
                source->comparison->wrong ? STYLE_WRONG : STYLE_OK, at.width);
    strbuf_free(&text);
}

static bool is_written(const DiffSource *source, uint64_t element)
{
    const BufferResult *buffer = source->buffer;
    return !element_is_unwritten(buffer->role, buffer->type,
                                 source->got + element * element_bytes(buffer->type));
}

static void put_element(const DiffPane *diff, const DiffSource *source, const unsigned char *data,
                        uint64_t element, Surface *surface, Rect at, Style style)
{
    StrBuf text = {0};
    const unsigned char *value = data + element * element_bytes(source->buffer->type);
    if (data == source->got && !diff->hex && !is_written(source, element))
        strbuf_add_text(&text, "not written");
    else
        element_format(source->buffer->type, value, &text, diff->hex);
    surface_put(surface, at.x, at.y, strbuf_view(&text), style, at.width - 1);
    strbuf_free(&text);
}

/* That of a mismatch is exact; 64-bit integers may round as doubles. */
static void put_difference(const DiffSource *source, const Mismatch *mismatch, uint64_t element,
                           Surface *surface, Rect at, Style style)
{
    size_t place = element * element_bytes(source->buffer->type);
    double difference = mismatch
                            ? mismatch->difference
                            : element_value(source->buffer->type, source->got + place) -
                                  element_value(source->buffer->type, source->expected + place);
    surface_format(surface, at.x, at.y, style, at.width - 1, "%+.6g", difference);
}

static void add_writer(const Writer *writer, bool brief, StrBuf *out)
{
    if (brief)
        thread_format_brief(writer->block, writer->thread, out);
    else
        thread_format(writer->block, writer->thread, out);
    if (writer->place.line > 0)
        strbuf_format(out, ", line %" PRIu32, writer->place.line);
}

static void put_writer(const Mismatch *mismatch, Surface *surface, Rect at, Style style)
{
    StrBuf text = {0};
    if (!mismatch || !mismatch->writer.known)
        return;
    add_writer(&mismatch->writer, is_brief(at.width), &text);
    surface_put(surface, at.x, at.y, strbuf_view(&text), style, at.width);
    strbuf_free(&text);
}

/* NULL: there is no element, or it is right. */
static const Mismatch *chosen_mismatch(const DiffPane *diff, const DiffSource *source)
{
    size_t row = diff->scroll.chosen;
    return row < diff_pane_count(diff, source)
               ? diff_mismatch(source->comparison, diff_pane_element(diff, row))
               : NULL;
}

/* All who wrote the chosen element, the last first: a row at the foot of the pane. False: nobody
 * did, or it is not known. */
static bool draw_writers(const DiffPane *diff, const DiffSource *source, Surface *surface, Rect at)
{
    const Mismatch *mismatch = chosen_mismatch(diff, source);
    StrBuf text = {0};
    if (!mismatch || !mismatch->writer.known)
        return false;
    const Writer *writer = &mismatch->writer;
    element_name(source->buffer, mismatch->index, &text);
    strbuf_add_text(&text, ": ");
    add_writer(writer, false, &text);
    for (size_t i = 0; i < writer->before.size; i++) {
        strbuf_add_text(&text, i ? ", " : "; before: ");
        add_writer(&writer->before.data[i], false, &text);
    }
    surface_put(surface, at.x, at.y, strbuf_view(&text), STYLE_DIM, at.width);
    strbuf_free(&text);
    return true;
}

static void draw_element(const DiffPane *diff, const DiffSource *source, uint64_t element,
                         Surface *surface, Rect at, bool chosen)
{
    const Mismatch *mismatch = diff_mismatch(source->comparison, element);
    bool wrong = diff_is_wrong(source->comparison, element);
    Style style = chosen ? STYLE_SELECTED : wrong ? STYLE_PLAIN : STYLE_DIM;
    Columns columns = columns_for(source, at.width);
    StrBuf index = {0};
    int right = at.x + at.width, x = at.x + columns.index;
    if (chosen)
        surface_fill(surface, at, STYLE_SELECTED);
    surface_put(surface, at.x, at.y, wrong ? VIEW("✗") : VIEW(" "), chosen ? style : STYLE_WRONG,
                1);
    element_name(source->buffer, element, &index);
    View shown = strbuf_view(&index);
    surface_put(surface, at.x + 2, at.y, view_slice(shown, view_find(shown, '['), shown.size),
                style, columns.index - 2);
    strbuf_free(&index);
    if (diff->beside) {
        diff_beside_row(diff, source, element, surface, at, columns.index, style);
        return;
    }
    put_element(diff, source, source->expected, element, surface,
                (Rect){x, at.y, columns.number, 1}, style);
    x += columns.number;
    put_element(diff, source, source->got, element, surface, (Rect){x, at.y, columns.number, 1},
                style);
    x += columns.number;
    bool written = is_written(source, element);
    if (written)
        put_difference(source, mismatch, element, surface, (Rect){x, at.y, columns.difference, 1},
                       style);
    x += columns.difference;
    if (columns.ulp > 0 && written && mismatch && !isnan(mismatch->ulp))
        surface_format(surface, x, at.y, style, columns.ulp - 1, "%.3g", mismatch->ulp);
    x += columns.ulp;
    put_writer(mismatch, surface, (Rect){x, at.y, right - x, 1}, style);
}

static void draw_columns(const DiffPane *diff, const DiffSource *source, Surface *surface, Rect at)
{
    Columns columns = columns_for(source, at.width);
    int right = at.x + at.width, x = at.x + columns.index;
    if (diff->beside) {
        diff_beside_columns(source, surface, at, columns.index);
        return;
    }
    surface_put(surface, at.x + 2, at.y, VIEW("index"), STYLE_DIM, right - at.x - 2);
    surface_put(surface, x, at.y, VIEW("expected"), STYLE_DIM, right - x);
    x += columns.number;
    surface_put(surface, x, at.y, VIEW("got"), STYLE_DIM, right - x);
    x += columns.number;
    surface_put(surface, x, at.y, diff->by_error ? VIEW("diff ▾") : VIEW("difference"), STYLE_DIM,
                right - x);
    x += columns.difference;
    if (columns.ulp > 0)
        surface_put(surface, x, at.y, VIEW("ULP"), STYLE_DIM, right - x);
    x += columns.ulp;
    surface_put(surface, x, at.y,
                is_brief(right - x) ? VIEW("block, thread, line") : VIEW("written by"), STYLE_DIM,
                right - x);
}

static void draw_elements(DiffPane *diff, const DiffSource *source, Surface *surface, Rect rect,
                          bool focused)
{
    uint64_t count = diff_pane_count(diff, source);
    scroll_show(&diff->scroll, count, rect.height);
    for (int i = 0; i < rect.height && diff->scroll.top + (size_t)i < count; i++) {
        size_t row = diff->scroll.top + (size_t)i;
        draw_element(diff, source, diff_pane_element(diff, row), surface,
                     (Rect){rect.x, rect.y + i, rect.width, 1},
                     focused && row == diff->scroll.chosen);
    }
}

static void draw_nothing(const Screen *screen, Surface *surface, Rect rect)
{
    const Verdict *verdict = session_verdict(screen->session);
    const Exercise *exercise = session_exercise(screen->session);
    View text = VIEW("Nothing has run yet.");
    if (verdict)
        text = exercise && !exercise->reference
                   ? VIEW("This exercise is not judged by values.")
                   : VIEW("No values came back to be compared; the verdict says why.");
    surface_put(surface, rect.x + 1, rect.y, text, STYLE_DIM, rect.width - 1);
}

static void draw(Screen *screen, Surface *surface, Rect rect, bool focused)
{
    DiffPane *diff = &screen->diff;
    DiffSource source;
    if (!diff_source(diff, session_verdict(screen->session), &source)) {
        draw_nothing(screen, surface, rect);
        return;
    }
    Rect at = {rect.x + 1, rect.y, rect.width - 1, 1};
    int spare = rect.height - 4;
    int map = diff_map_rows(&source, at.width, spare < MAP_ROWS ? spare : MAP_ROWS);
    draw_heading(screen, &source, surface, at);
    diff_map_draw(&source, surface, (Rect){at.x, at.y + 1, at.width, map});
    at.y += 1 + map;
    if (diff->beside)
        at.y += diff_beside_words(screen, &source, surface,
                                  (Rect){at.x, at.y, at.width, rect.y + rect.height - at.y - 3});
    draw_columns(diff, &source, surface, at);
    if (diff_pane_count(diff, &source) == 0)
        surface_put(surface, at.x + 2, at.y + 1, VIEW("✓ every element is right (a shows them)"),
                    STYLE_OK, at.width - 2);
    int rows = rect.y + rect.height - at.y - 1;
    if (focused && !diff->beside && rows > 2)
        rows -= draw_writers(diff, &source, surface,
                             (Rect){at.x, rect.y + rect.height - 1, at.width, 1});
    draw_elements(diff, &source, surface, (Rect){at.x, at.y + 1, at.width, rows}, focused);
}

static void move(Screen *screen, Move move)
{
    DiffSource source;
    if (diff_source(&screen->diff, session_verdict(screen->session), &source))
        scroll_choose(&screen->diff.scroll, move, diff_pane_count(&screen->diff, &source));
}

static bool go(CommandCall *call)
{
    const DiffPane *diff = &call->screen->diff;
    DiffSource source;
    if (!diff_source(diff, session_verdict(call->session), &source) ||
        diff->scroll.chosen >= diff_pane_count(diff, &source))
        return error_set(&call->error, ERROR_MISUSE, "there is no element here");
    const Mismatch *mismatch = chosen_mismatch(diff, &source);
    if (!mismatch || !mismatch->writer.known ||
        !screen_go_line(call->screen, mismatch->writer.place.line))
        return error_set(&call->error, ERROR_MISUSE,
                         "who wrote this element is not known: w asks for it");
    return true;
}

static void add_title(const Screen *screen, StrBuf *out)
{
    DiffSource source;
    strbuf_add_text(out, "Diff");
    if (diff_source(&screen->diff, session_verdict(screen->session), &source))
        strbuf_format(out, " %" PRIu64, source.comparison->wrong);
}

const PaneOps diff_pane = {
    .name = "Diff",
    .scope = SCOPE_DIFF,
    .keys = "go next-wrong by-error who-wrote hex diff-next next-pane help",
    .add_title = add_title,
    .draw = draw,
    .move = move,
    .go = go,
};
