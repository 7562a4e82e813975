/* The printf pane: every line knows its thread. */
#include <inttypes.h>

#include "view/screen.h"

static void add_filter(const PrintFilter *filter, StrBuf *out)
{
    size_t start = out->size;
    if (filter->by_case)
        strbuf_format(out, " case %" PRIu32, filter->which_case + 1);
    if (filter->by_block) {
        strbuf_add_text(out, " block ");
        dim3_format(filter->block, out);
    }
    if (filter->by_thread) {
        strbuf_add_text(out, " thread ");
        dim3_format(filter->thread, out);
    }
    if (filter->by_warp)
        strbuf_format(out, " warp %" PRIu32, filter->warp);
    if (filter->by_line)
        strbuf_format(out, " line %" PRIu32, filter->line);
    if (out->size == start)
        strbuf_add_text(out, " off");
}

static void draw_heading(const PrintPane *print, const PrintLog *log, Surface *surface, Rect rect)
{
    StrBuf heading = {0};
    strbuf_format(&heading, "%zu of %zu records", print_pane_count(print, log),
                  print_pane_total(print, log));
    if (print->grouped)
        strbuf_add_text(&heading, " (equal lines joined)");
    strbuf_format(&heading, ", %" PRIu64 " lost   filter:", log->lost);
    add_filter(&print->filter, &heading);
    if (print->search.size > 0)
        strbuf_format(&heading, "   search: %s", strbuf_text(&print->search));
    surface_put(surface, rect.x + 1, rect.y, strbuf_view(&heading),
                log->lost > 0 ? STYLE_WARNING : STYLE_DIM, rect.width - 1);
    strbuf_free(&heading);
}

enum { BLOCK_AT = 1, THREAD_AT = 11, LINE_AT = 22, TEXT_AT = 29, CASE_COLUMNS = 6 };

/* Lines of several cases stand one behind the other: each tells its case, by the number that the
 * filter takes. Equal lines that are joined belong to none. */
static bool tells_case(const PrintPane *print, const PrintLog *log)
{
    size_t count = print_pane_count(print, log);
    if (print->grouped || count == 0)
        return false;
    const PrintRecord *records = log->records.data;
    return records[print_pane_row(print, 0).record].run !=
           records[print_pane_row(print, count - 1).record].run;
}

static void draw_place(const PrintRecord *record, Surface *surface, Rect at, Style style)
{
    StrBuf text = {0};
    if (!record->attributed) {
        surface_put(surface, at.x + BLOCK_AT, at.y, VIEW("?"), style, 1);
        return;
    }
    dim3_format(record->block, &text);
    surface_put(surface, at.x + BLOCK_AT, at.y, strbuf_view(&text), style,
                THREAD_AT - BLOCK_AT - 1);
    strbuf_clear(&text);
    dim3_format(record->thread, &text);
    surface_put(surface, at.x + THREAD_AT, at.y, strbuf_view(&text), style,
                LINE_AT - THREAD_AT - 1);
    if (record->line > 0)
        surface_format(surface, at.x + LINE_AT, at.y, style, TEXT_AT - LINE_AT - 1, "%" PRIu32,
                       record->line);
    strbuf_free(&text);
}

static View without_line_end(const PrintRecord *record)
{
    View text = {record->text, record->size};
    return view_ends(text, "\n") ? view_slice(text, 0, text.size - 1) : text;
}

static void draw_record(const PrintLog *log, PrintRow row, Surface *surface, Rect at, bool chosen,
                        bool by_case)
{
    const PrintRecord *record = &log->records.data[row.record];
    Style quiet = chosen ? STYLE_SELECTED : STYLE_DIM;
    Style loud = chosen ? STYLE_SELECTED : record->malformed ? STYLE_WARNING : STYLE_PLAIN;
    if (chosen)
        surface_fill(surface, at, STYLE_SELECTED);
    if (by_case) {
        surface_format(surface, at.x + 1, at.y, quiet, CASE_COLUMNS - 1, "%" PRIu32,
                       record->run + 1);
        at.x += CASE_COLUMNS;
        at.width -= CASE_COLUMNS;
    }
    int x = at.x + TEXT_AT;
    draw_place(record, surface, at, quiet);
    if (record->malformed)
        x += surface_put(surface, x, at.y, VIEW("▲ "), loud, 2);
    if (row.equal > 1)
        x += surface_format(surface, x, at.y, quiet, 12, "%" PRIu32 " × ", row.equal);
    surface_put(surface, x, at.y, without_line_end(record), loud, at.x + at.width - x);
}

static void draw(Screen *screen, Surface *surface, Rect rect, bool focused)
{
    const PrintLog *log = session_prints(screen->session);
    PrintPane *print = &screen->print;
    size_t count = print_pane_count(print, log);
    if (print_pane_total(print, log) == 0) {
        surface_put(surface, rect.x + 1, rect.y,
                    session_verdict(screen->session) ? VIEW("Nothing was printed.")
                                                     : VIEW("Nothing has run yet."),
                    STYLE_DIM, rect.width - 1);
        return;
    }
    draw_heading(print, log, surface, rect);
    scroll_show(&print->scroll, count, rect.height - 2);
    bool by_case = tells_case(print, log);
    surface_put(surface, rect.x + 1, rect.y + 1,
                by_case ? VIEW("case  block     thread     line   text")
                        : VIEW("block     thread     line   text"),
                STYLE_DIM, rect.width - 1);
    for (int i = 0; i < rect.height - 2 && print->scroll.top + (size_t)i < count; i++) {
        size_t row = print->scroll.top + (size_t)i;
        draw_record(log, print_pane_row(print, row), surface,
                    (Rect){rect.x, rect.y + 2 + i, rect.width, 1},
                    focused && row == print->scroll.chosen, by_case);
    }
}

static void move(Screen *screen, Move move)
{
    scroll_choose(&screen->print.scroll, move,
                  print_pane_count(&screen->print, session_prints(screen->session)));
}

static bool go(CommandCall *call)
{
    Screen *screen = call->screen;
    const PrintLog *log = session_prints(call->session);
    if (screen->print.scroll.chosen >= print_pane_count(&screen->print, log))
        return error_set(&call->error, ERROR_MISUSE, "nothing is printed here");
    PrintRow row = print_pane_row(&screen->print, screen->print.scroll.chosen);
    if (!screen_go_place(screen, KERNEL_FILE, log->records.data[row.record].line))
        return error_set(&call->error, ERROR_MISUSE, "the line of this record is unknown");
    return true;
}

static void add_title(const Screen *screen, StrBuf *out)
{
    const PrintLog *log = session_prints(screen->session);
    strbuf_add_text(out, "Printf");
    size_t total = print_pane_total(&screen->print, log);
    if (total > 0)
        strbuf_format(out, " %zu", total);
}

const PaneOps printf_pane = {
    .name = "Printf",
    .scope = SCOPE_PRINTF,
    .keys = "go search filter-block filter-thread filter-warp group next-pane help",
    .add_title = add_title,
    .draw = draw,
    .move = move,
    .go = go,
};
