/* What the simulator's checkers found: the rule, who, where; Enter leads to the line. */
#include <inttypes.h>
#include <string.h>

#include "view/document.h"
#include "view/screen.h"

enum {
    WHOLE_LEAST = 6, /* rows of a pane below which only the beginnings are shown */
    INDENT = 5,      /* of sentences */
};

/* "lines 18, 11": first the one to which Enter leads. */
static int put_lines(const Finding *finding, Surface *surface, int x, int y, Style style)
{
    enum { COLUMNS = 10, MOST = 24 };
    uint32_t line = finding->place.line, other = finding->has_other ? finding->other_place.line : 0;
    int used = 0;
    if (line > 0 && other > 0 && other != line)
        used =
            surface_format(surface, x, y, style, MOST, "lines %" PRIu32 ", %" PRIu32, line, other);
    else if (line > 0)
        used = surface_format(surface, x, y, style, MOST, "line %" PRIu32, line);
    return used + 2 > COLUMNS ? used + 2 : COLUMNS;
}

/* Of a host exercise, which has two files. */
static void add_file(const Screen *screen, const Finding *finding, StrBuf *out)
{
    const Exercise *exercise = session_exercise(screen->session);
    const char *file = finding->place.file ? finding->place.file : "";
    const char *slash = strrchr(file, '/');
    if (exercise && exercise->kernel_file && *file)
        strbuf_format(out, ", %s", slash ? slash + 1 : file);
}

static void draw_finding(const Screen *screen, const FindingRow *row, Surface *surface, Rect at,
                         Style style)
{
    const Finding *finding = row->finding;
    StrBuf who = {0};
    Severity severity = finding->note ? SEVERITY_NOTE : SEVERITY_ERROR;
    surface_put(surface, at.x, at.y, view_of(severity_glyph(severity)),
                style == STYLE_SELECTED ? style : severity_style(severity), 1);
    int x = at.x + 2, right = at.x + at.width;
    x += put_lines(finding, surface, x, at.y, style);
    x += surface_put(surface, x, at.y, view_of(finding->rule), style, 24) + 2;
    if (!finding->checker || strcmp(finding->checker, "host") != 0) {
        thread_format(finding->block, finding->thread, &who);
        add_file(screen, finding, &who);
    } else if (finding->note) {
        strbuf_add_text(&who, "a note");
    }
    if (row->repeats > 1)
        strbuf_format(&who, ", %" PRIu64 " times", row->repeats);
    if (row->cases > 1)
        strbuf_format(&who, " in %zu cases", row->cases);
    surface_put(surface, x, at.y, strbuf_view(&who), style == STYLE_SELECTED ? style : STYLE_DIM,
                right - x);
    strbuf_free(&who);
}

/* Its sentence, wrapped. */
static void lay_out(const FindingRow *row, int width, Document *page)
{
    document_init(page, width);
    document_add(page, view_of(row->finding->text), STYLE_PLAIN);
    document_flush(page, "", "");
}

static int sentence_rows(const FindingRow *row, int width)
{
    Document page;
    lay_out(row, width, &page);
    int rows = (int)page.lines.size;
    document_free(&page);
    return rows;
}

static void draw_sentence(const FindingRow *row, Surface *surface, Rect at)
{
    Document page;
    lay_out(row, at.width, &page);
    document_draw(&page, surface, at, 0, 0);
    document_free(&page);
}

/* The rows that all findings take with their whole sentences; more than `most`: any such number. */
static int rows_of_all(const Screen *screen, int width, int most)
{
    int rows = 0;
    for (size_t i = 0; i < screen->findings.size && rows <= most; i++)
        rows += 1 + sentence_rows(&screen->findings.data[i], width);
    return rows;
}

/* The chosen one's sentence, where it is too long for its row, at the bottom of the pane. Returns
 * the rows that are left above. */
static int draw_whole(const Screen *screen, Surface *surface, Rect rect)
{
    if (screen->finding.chosen >= screen->findings.size || rect.height < WHOLE_LEAST)
        return rect.height;
    const FindingRow *row = &screen->findings.data[screen->finding.chosen];
    int rows = sentence_rows(row, rect.width - INDENT);
    if (rows < 2 || rows > rect.height - 3)
        return rect.height;
    int left = rect.height - rows - 1;
    draw_sentence(row, surface,
                  (Rect){rect.x + INDENT, rect.y + left + 1, rect.width - INDENT, rows});
    return left;
}

/* What and where, then of the sentence what fits. */
static void draw_one(const Screen *screen, size_t index, Surface *surface, Rect at, bool focused)
{
    const FindingRow *row = &screen->findings.data[index];
    bool chosen = focused && index == screen->finding.chosen;
    Rect heading = {at.x + 1, at.y, at.width - 1, 1};
    if (chosen)
        surface_fill(surface, heading, STYLE_SELECTED);
    draw_finding(screen, row, surface, heading, chosen ? STYLE_SELECTED : STYLE_PLAIN);
    Rect below = {at.x + INDENT, at.y + 1, at.width - INDENT, at.height - 1};
    if (below.height == 1)
        surface_put(surface, below.x, below.y, view_of(row->finding->text), STYLE_PLAIN,
                    below.width);
    else if (below.height > 1)
        draw_sentence(row, surface, below);
}

static void draw_all(const Screen *screen, Surface *surface, Rect rect, bool focused)
{
    for (size_t i = 0; i < screen->findings.size; i++) {
        int rows = 1 + sentence_rows(&screen->findings.data[i], rect.width - INDENT);
        draw_one(screen, i, surface, (Rect){rect.x, rect.y, rect.width, rows}, focused);
        rect.y += rows;
    }
}

/* Two rows each, or one where the chosen one's sentence stands at the bottom and more can be seen
 * so. */
static void draw_some(Screen *screen, Surface *surface, Rect rect, bool focused)
{
    int left = draw_whole(screen, surface, rect);
    bool tight = left < rect.height && 2 * screen->findings.size > (size_t)left;
    int rows = tight ? 1 : 2, shown = left > rows ? left / rows : 1;
    scroll_show(&screen->finding, screen->findings.size, shown);
    for (int i = 0; i < shown; i++) {
        size_t index = screen->finding.top + (size_t)i;
        Rect at = {rect.x, rect.y + rows * i, rect.width, rows < left ? rows : left};
        if (index < screen->findings.size)
            draw_one(screen, index, surface, at, focused);
    }
}

static void draw(Screen *screen, Surface *surface, Rect rect, bool focused)
{
    size_t count = screen->findings.size;
    if (count == 0) {
        surface_put(surface, rect.x + 1, rect.y,
                    session_verdict(screen->session) ? VIEW("No finding.")
                                                     : VIEW("Nothing has run yet."),
                    STYLE_DIM, rect.width - 1);
    } else if (rows_of_all(screen, rect.width - INDENT, rect.height) <= rect.height) {
        scroll_show(&screen->finding, count, (int)count);
        draw_all(screen, surface, rect, focused);
    } else {
        draw_some(screen, surface, rect, focused);
    }
}

static void move(Screen *screen, Move move)
{
    scroll_choose(&screen->finding, move, screen->findings.size);
}

static bool go(CommandCall *call)
{
    Screen *screen = call->screen;
    if (screen->finding.chosen >= screen->findings.size)
        return error_set(&call->error, ERROR_MISUSE, "there is no finding");
    const Finding *finding = screen->findings.data[screen->finding.chosen].finding;
    if (!screen_go_place(screen, finding->place.file, finding->place.line))
        return error_set(&call->error, ERROR_MISUSE, "this finding has no line");
    return true;
}

static void add_title(const Screen *screen, StrBuf *out)
{
    strbuf_add_text(out, "Findings");
    if (session_verdict(screen->session))
        strbuf_format(out, " %zu", screen->findings.size);
}

const PaneOps findings_pane = {
    .name = "Findings",
    .scope = SCOPE_FINDINGS,
    .keys = "go go-other run hint next-pane help",
    .add_title = add_title,
    .draw = draw,
    .move = move,
    .go = go,
};
