/* Rows of SMs, time across; below it waves and tail in words, and what lies under the cursor. */
#include "view/schedule_pane.h"

#include <inttypes.h>
#include <stdio.h>

#include "result/schedule_picture.h"
#include "view/screen.h"

enum { LABEL = 12, PICTURE_LEAST = 2, WORDS_MOST = 8 };

const CaseResult *schedule_case(const Verdict *verdict)
{
    for (size_t i = 0; verdict && i < verdict->cases.size; i++) {
        const Schedule *schedule = &verdict->cases.data[i].run.schedule;
        if (schedule->blocks > 0 || schedule->trouble)
            return &verdict->cases.data[i];
    }
    return NULL;
}

static const Schedule *schedule_of(const Screen *screen)
{
    const CaseResult *result = schedule_case(session_verdict(screen->session));
    return result ? &result->run.schedule : NULL;
}

static uint32_t sms_in_row(const Schedule *schedule, int rows)
{
    return schedule_sms_in_row(schedule, rows > 0 ? (uint32_t)rows : 1);
}

static Style style_of(ScheduleShade shade, bool chosen)
{
    return chosen ? STYLE_SELECTED : shade == SHADE_IDLE ? STYLE_DIM : STYLE_PLAIN;
}

static void draw_row(const Screen *screen, const Schedule *schedule, uint32_t row, uint32_t sms,
                     Surface *surface, Rect at, bool focused)
{
    uint32_t first = row * sms, last = first + sms - 1;
    last = last < schedule->sms ? last : schedule->sms - 1;
    if (sms > 1)
        surface_format(surface, at.x, at.y, STYLE_DIM, LABEL - 1, "SM %" PRIu32 "-%" PRIu32, first,
                       last);
    else
        surface_format(surface, at.x, at.y, STYLE_DIM, LABEL - 1, "SM %" PRIu32, first);
    int columns = at.width - LABEL;
    for (int i = 0; i < columns; i++) {
        ScheduleShade shade =
            schedule_shade(schedule, first, sms, (double)i / columns, (i + 1.0) / columns);
        bool chosen =
            focused && screen->schedule.row == row && screen->schedule.column == (uint32_t)i;
        surface_put(surface, at.x + LABEL + i, at.y, view_of(schedule_shade_text(shade, false)),
                    style_of(shade, chosen), 1);
    }
}

static void draw_waves(const Schedule *schedule, Surface *surface, Rect at)
{
    StrBuf text = {0};
    schedule_add_waves(schedule, (uint32_t)(at.width - LABEL), &text);
    surface_put(surface, at.x + LABEL, at.y, strbuf_view(&text), STYLE_DIM, at.width - LABEL);
    strbuf_free(&text);
}

/* The block under the cursor: one of this row that runs then. */
static const ScheduleSpan *span_at(const Schedule *schedule, uint32_t first, uint32_t sms,
                                   double ns)
{
    for (size_t i = 0; i < schedule->spans.size; i++) {
        const ScheduleSpan *span = &schedule->spans.data[i];
        if (span->sm >= first && span->sm < first + sms && span->begin_ns <= ns &&
            span->end_ns >= ns)
            return span;
    }
    return NULL;
}

static void draw_cursor(const Screen *screen, const Schedule *schedule, uint32_t sms,
                        Surface *surface, Rect at)
{
    const SchedulePane *pane = &screen->schedule;
    double ns = (pane->column + 0.5) / (at.width - LABEL) * schedule->total_ns;
    const ScheduleSpan *span = span_at(schedule, pane->row * sms, sms, ns);
    StrBuf text = {0};
    strbuf_format(&text, "at %.3f us: ", ns / 1e3);
    if (span)
        strbuf_format(&text, "block %" PRIu64 " on SM %" PRIu32 ", %.3f to %.3f us (%.3f)",
                      span->block, span->sm, span->begin_ns / 1e3, span->end_ns / 1e3,
                      (span->end_ns - span->begin_ns) / 1e3);
    else if (schedule->spans.size > 0)
        strbuf_add_text(&text, "no block runs here");
    else
        strbuf_add_text(&text, "too many blocks to tell them apart");
    surface_put(surface, at.x, at.y, strbuf_view(&text), STYLE_STRONG, at.width);
    strbuf_free(&text);
}

/* Returns the lines used. */
static int draw_words(const Schedule *schedule, Surface *surface, Rect rect)
{
    StrBuf text = {0};
    int y = 0;
    schedule_add_words(schedule, &text);
    View rest = strbuf_view(&text), line;
    while (y < rect.height && rest.size > 0 && view_split(&rest, '\n', &line))
        surface_put(surface, rect.x, rect.y + y++, line, STYLE_PLAIN, rect.width);
    strbuf_free(&text);
    return y;
}

static int count_words(const Schedule *schedule)
{
    StrBuf text = {0};
    int lines = 0;
    schedule_add_words(schedule, &text);
    for (size_t i = 0; i < text.size; i++)
        lines += text.data[i] == '\n';
    strbuf_free(&text);
    return lines < WORDS_MOST ? lines : WORDS_MOST;
}

static void clamp(SchedulePane *pane, uint32_t rows, uint32_t columns)
{
    pane->rows = rows;
    pane->columns = columns;
    if (pane->row >= rows)
        pane->row = rows ? rows - 1 : 0;
    if (pane->column >= columns)
        pane->column = columns ? columns - 1 : 0;
}

static void draw_picture(Screen *screen, const Schedule *schedule, Surface *surface, Rect rect,
                         bool focused)
{
    uint32_t sms = sms_in_row(schedule, rect.height - 1);
    uint32_t rows = (schedule->sms + sms - 1) / sms;
    clamp(&screen->schedule, rows, (uint32_t)(rect.width - LABEL));
    draw_waves(schedule, surface, rect);
    for (uint32_t row = 0; row < rows; row++)
        draw_row(screen, schedule, row, sms, surface,
                 (Rect){rect.x, rect.y + 1 + (int)row, rect.width, 1}, focused);
}

static void draw_all(Screen *screen, const Schedule *schedule, Surface *surface, Rect rect,
                     bool focused)
{
    int words = count_words(schedule), room = rect.height - words - (focused ? 1 : 0);
    bool picture = schedule->parts > 0 && room > PICTURE_LEAST && rect.width > 2 * LABEL;
    Rect below = rect;
    screen->schedule.rows = screen->schedule.columns = 0;
    if (picture) {
        uint32_t sms = sms_in_row(schedule, room - 1);
        int used = 1 + (int)((schedule->sms + sms - 1) / sms);
        draw_picture(screen, schedule, surface, (Rect){rect.x, rect.y, rect.width, room}, focused);
        below = (Rect){rect.x, rect.y + used, rect.width, rect.height - used};
        if (focused) {
            draw_cursor(screen, schedule, sms, surface, below);
            below.y++;
            below.height--;
        }
    }
    draw_words(schedule, surface, below);
}

static void draw(Screen *screen, Surface *surface, Rect rect, bool focused)
{
    const Schedule *schedule = schedule_of(screen);
    rect = (Rect){rect.x + 1, rect.y, rect.width - 1, rect.height};
    if (schedule) {
        draw_all(screen, schedule, surface, rect, focused);
        return;
    }
    surface_put(surface, rect.x, rect.y,
                VIEW("Which block runs when on which SM: b runs the kernel once more"), STYLE_DIM,
                rect.width);
    surface_put(surface, rect.x, rect.y + 1, VIEW("with stamps in it, and shows that here."),
                STYLE_DIM, rect.height > 1 ? rect.width : 0);
}

static void move(Screen *screen, Move move)
{
    SchedulePane *pane = &screen->schedule;
    switch (move) {
    case MOVE_UP:
        pane->row -= pane->row > 0;
        break;
    case MOVE_DOWN:
        pane->row += pane->row + 1 < pane->rows;
        break;
    case MOVE_LEFT:
        pane->column -= pane->column > 0;
        break;
    case MOVE_RIGHT:
        pane->column += pane->column + 1 < pane->columns;
        break;
    case MOVE_TOP:
    case MOVE_PAGE_UP:
        pane->row = 0;
        break;
    case MOVE_BOTTOM:
    case MOVE_PAGE_DOWN:
        pane->row = pane->rows ? pane->rows - 1 : 0;
        break;
    }
}

const PaneOps schedule_pane = {
    .name = "Schedule",
    .scope = SCOPE_SCHEDULE,
    .keys = "measure-schedule zoom run next-pane help",
    .draw = draw,
    .move = move,
};
