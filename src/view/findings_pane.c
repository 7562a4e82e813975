/* What the simulator's checkers found: the rule, who, where; Enter leads to the line. */
#include <inttypes.h>
#include <string.h>

#include "view/document.h"
#include "view/screen.h"

enum { WHOLE_LEAST = 6 }; /* rows of a pane below which only the beginnings are shown */

static void draw_finding(const FindingRow *row, Surface *surface, Rect at, Style style)
{
    const Finding *finding = row->finding;
    StrBuf who = {0};
    Severity severity = finding->note ? SEVERITY_NOTE : SEVERITY_ERROR;
    surface_put(surface, at.x, at.y, view_of(severity_glyph(severity)),
                style == STYLE_SELECTED ? style : severity_style(severity), 1);
    int x = at.x + 2, right = at.x + at.width;
    if (finding->place.line > 0)
        surface_format(surface, x, at.y, style, 10, "line %" PRIu32, finding->place.line);
    if (finding->has_other && finding->other_place.line > 0 &&
        finding->other_place.line != finding->place.line)
        x += surface_format(surface, x + 9, at.y, style, 12, "and %" PRIu32,
                            finding->other_place.line);
    x += 10;
    x += surface_put(surface, x, at.y, view_of(finding->rule), style, 24) + 2;
    if (!finding->checker || strcmp(finding->checker, "host") != 0)
        thread_format(finding->block, finding->thread, &who);
    else if (finding->note)
        strbuf_add_text(&who, "a note");
    if (row->repeats > 1)
        strbuf_format(&who, ", %" PRIu64 " times", row->repeats);
    if (row->cases > 1)
        strbuf_format(&who, " in %zu cases", row->cases);
    surface_put(surface, x, at.y, strbuf_view(&who), style == STYLE_SELECTED ? style : STYLE_DIM,
                right - x);
    strbuf_free(&who);
}

/* The chosen one's sentence, where it is too long for its row, at the bottom of the pane. Returns
 * the rows that are left above. */
static int draw_whole(const Screen *screen, Surface *surface, Rect rect)
{
    Document page;
    const char *text = screen->finding.chosen < screen->findings.size
                           ? screen->findings.data[screen->finding.chosen].finding->text
                           : "";
    document_init(&page, rect.width - 5);
    document_add(&page, view_of(text), STYLE_PLAIN);
    document_flush(&page, "", "");
    int rows = (int)page.lines.size, left = rect.height;
    if (rows > 1 && rect.height >= WHOLE_LEAST && rows <= rect.height - 3) {
        left = rect.height - rows - 1;
        document_draw(&page, surface, (Rect){rect.x + 5, rect.y + left + 1, rect.width - 5, rows},
                      0, 0);
    }
    document_free(&page);
    return left;
}

/* Two rows each: what and where, then the sentence. */
static void draw(Screen *screen, Surface *surface, Rect rect, bool focused)
{
    if (screen->findings.size == 0) {
        surface_put(surface, rect.x + 1, rect.y,
                    session_verdict(screen->session) ? VIEW("No finding.")
                                                     : VIEW("Nothing has run yet."),
                    STYLE_DIM, rect.width - 1);
        return;
    }
    rect.height = draw_whole(screen, surface, rect);
    int shown = rect.height > 1 ? rect.height / 2 : 1;
    scroll_show(&screen->finding, screen->findings.size, shown);
    for (int i = 0; i < shown; i++) {
        size_t index = screen->finding.top + (size_t)i;
        if (index >= screen->findings.size)
            break;
        const FindingRow *row = &screen->findings.data[index];
        bool chosen = focused && index == screen->finding.chosen;
        Rect at = {rect.x + 1, rect.y + 2 * i, rect.width - 1, 1};
        if (chosen)
            surface_fill(surface, at, STYLE_SELECTED);
        draw_finding(row, surface, at, chosen ? STYLE_SELECTED : STYLE_PLAIN);
        if (2 * i + 1 < rect.height)
            surface_put(surface, rect.x + 5, at.y + 1, view_of(row->finding->text), STYLE_PLAIN,
                        rect.width - 5);
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
