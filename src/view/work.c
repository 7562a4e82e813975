/* The panes of an exercise: side by side on a wide screen, one and a strip of results on a narrow
 * one. */
#include <string.h>

#include "base/utf8.h"
#include "view/screen.h"

enum { LEAST_RESULT_ROWS = 3, MOST_LESSON_COLUMNS = 76 };

static void draw_pane(Screen *screen, Surface *surface, PaneId pane, Rect rect)
{
    pane_ops(pane)->draw(screen, surface, rect, screen->focus == pane && !screen->prompt.open);
}

static void add_title(const Screen *screen, PaneId pane, StrBuf *out)
{
    const PaneOps *ops = pane_ops(pane);
    if (ops->add_title)
        ops->add_title(screen, out);
    else
        strbuf_add_text(out, ops->name);
}

/* " Lesson " on a rule; the focus is told by the arrow too. Returns the columns used. */
static int put_title(const Screen *screen, Surface *surface, PaneId pane, int x, int y, int columns)
{
    bool focused = screen->focus == pane;
    StrBuf title = {0};
    strbuf_add_text(&title, focused ? "▸" : " ");
    add_title(screen, pane, &title);
    strbuf_add_text(&title, " ");
    int used = surface_put(surface, x, y, strbuf_view(&title), focused ? STYLE_TITLE : STYLE_PLAIN,
                           columns);
    strbuf_free(&title);
    return used;
}

/* "▸1 Verdict ✗ " with the focus, "[1 Verdict ✗]" when it is shown, " 1 Verdict ✗ " else. */
static void add_tab(const Screen *screen, PaneId pane, StrBuf *out)
{
    bool shown = screen->result == pane, focused = screen->focus == pane;
    strbuf_format(out, "%s%d ",
                  focused ? "▸"
                  : shown ? "["
                          : " ",
                  ((int)(pane - PANE_VERDICT) + 1) % 10);
    add_title(screen, pane, out);
    strbuf_add_text(out, shown && !focused ? "]" : " ");
}

/* The tabs in the order of their numbers; those of a host program, which are more than there may be
 * room for, by what is looked at most. */
static size_t tabs_of(const Screen *screen, const PaneId **out)
{
    static const PaneId kernel[] = {PANE_VERDICT, PANE_PRINTF, PANE_DIFF,    PANE_FINDINGS,
                                    PANE_METRICS, PANE_CODE,   PANE_SCHEDULE};
    static const PaneId host[] = {PANE_VERDICT,  PANE_OUTPUT,   PANE_CALLS,
                                  PANE_TIMELINE, PANE_FINDINGS, PANE_DIFF,
                                  PANE_METRICS,  PANE_PRINTF,   PANE_CODE};
    bool is_host = session_file_count(screen->session) > 1;
    *out = is_host ? host : kernel;
    if (is_host)
        return sizeof host / sizeof *host;
    /* The schedule is seen when it was asked for. */
    bool seen = screen->result == PANE_SCHEDULE || schedule_case(session_verdict(screen->session));
    return sizeof kernel / sizeof *kernel - !seen;
}

typedef struct Tab {
    PaneId pane;
    StrBuf text; /* empty: left out */
} Tab;

static int tabs_columns(const Tab *tabs, size_t count)
{
    int columns = 0;
    for (size_t i = 0; i < count; i++)
        columns += utf8_columns(strbuf_view(&tabs[i].text));
    return columns;
}

/* Leaves out the last ones, but never the one that is shown. True: some are. */
static bool fit_tabs(const Screen *screen, Tab *tabs, size_t count, int columns)
{
    bool left_out = false;
    for (size_t i = count; i-- > 0 && tabs_columns(tabs, count) + left_out > columns;) {
        if (tabs[i].pane == screen->result)
            continue;
        strbuf_clear(&tabs[i].text);
        left_out = true;
    }
    return left_out;
}

/* What the pane shows is left from a text that has been changed since, and nothing newer is under
 * way. The verdict says so itself. */
static bool is_old(const Screen *screen)
{
    return screen->result != PANE_VERDICT && session_verdict(screen->session) &&
           session_stale(screen->session) && session_phase(screen->session) == PHASE_IDLE;
}

static void put_old(Surface *surface, int x, int y, int end)
{
    static const char *const words[] = {" of an older text", " older", " old"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        int columns = (int)strlen(words[i]);
        if (x + columns > end)
            continue;
        surface_put(surface, end - columns, y, view_of(words[i]), STYLE_WARNING, columns);
        return;
    }
}

/* The tabs of the results on a rule, with a gap between them where there is room for it. */
static void put_tabs(const Screen *screen, Surface *surface, int x, int y, int columns)
{
    const PaneId *order;
    size_t count = tabs_of(screen, &order);
    Tab tabs[PANE_COUNT] = {0};
    int end = x + columns;
    for (size_t i = 0; i < count; i++) {
        tabs[i].pane = order[i];
        add_tab(screen, order[i], &tabs[i].text);
    }
    bool roomy = tabs_columns(tabs, count) + (int)count <= columns;
    bool left_out = fit_tabs(screen, tabs, count, columns);
    for (size_t i = 0; i < count; i++) {
        Style style = screen->focus == order[i]    ? STYLE_TITLE
                      : screen->result == order[i] ? STYLE_STRONG
                                                   : STYLE_PLAIN;
        if (tabs[i].text.size > 0)
            x += surface_put(surface, x, y, strbuf_view(&tabs[i].text), style, end - x) + roomy;
        strbuf_free(&tabs[i].text);
    }
    x -= roomy; /* no gap behind the last one */
    if (left_out)
        x += surface_put(surface, x, y, VIEW("…"), STYLE_PLAIN, end - x);
    if (is_old(screen))
        put_old(surface, x, y, end);
}

static void put_live(const Screen *screen, Surface *surface, int right, int y)
{
    StrBuf status = {0};
    strbuf_add_text(&status, " ");
    live_status(screen->session, &status);
    strbuf_add_text(&status, " ");
    int columns = utf8_columns(strbuf_view(&status));
    surface_put(surface, right - columns, y, strbuf_view(&status), STYLE_PLAIN, columns);
    strbuf_free(&status);
}

static void put_column(Surface *surface, int x, int from, int to)
{
    for (int y = from; y < to; y++)
        surface_put(surface, x, y, VIEW("│"), STYLE_BORDER, 1);
}

/* Where the lines of the wide layout run. */
typedef struct Grid {
    int top, bottom, left, middle, right, split;
} Grid;

static Grid wide_grid(const Surface *surface)
{
    int lesson = surface->width * 36 / 100;
    int body = surface->height - 4;
    int results = body * 34 / 100;
    results = results < LEAST_RESULT_ROWS ? LEAST_RESULT_ROWS : results;
    lesson = lesson > MOST_LESSON_COLUMNS ? MOST_LESSON_COLUMNS : lesson;
    return (Grid){
        .top = 1,
        .bottom = surface->height - 2,
        .middle = lesson,
        .right = surface->width - 1,
        .split = surface->height - 2 - results - 1,
    };
}

static void draw_grid(Surface *surface, Grid grid)
{
    surface_box(surface,
                (Rect){grid.left, grid.top, grid.right - grid.left + 1, grid.bottom - grid.top + 1},
                (View){0}, false);
    put_column(surface, grid.middle, grid.top + 1, grid.bottom);
    surface_line(surface, grid.middle + 1, grid.split, grid.right - grid.middle - 1, STYLE_BORDER);
    surface_put(surface, grid.middle, grid.top, VIEW("┬"), STYLE_BORDER, 1);
    surface_put(surface, grid.middle, grid.bottom, VIEW("┴"), STYLE_BORDER, 1);
    surface_put(surface, grid.middle, grid.split, VIEW("├"), STYLE_BORDER, 1);
    surface_put(surface, grid.right, grid.split, VIEW("┤"), STYLE_BORDER, 1);
}

static void draw_wide(Screen *screen, Surface *surface)
{
    Grid grid = wide_grid(surface);
    int columns = grid.right - grid.middle - 1;
    draw_grid(surface, grid);
    draw_pane(screen, surface, PANE_LESSON,
              (Rect){grid.left + 1, grid.top + 1, grid.middle - grid.left - 1,
                     grid.bottom - grid.top - 1});
    draw_pane(screen, surface, PANE_EDITOR,
              (Rect){grid.middle + 1, grid.top + 1, columns, grid.split - grid.top - 1});
    draw_pane(screen, surface, screen->result,
              (Rect){grid.middle + 1, grid.split + 1, columns, grid.bottom - grid.split - 1});
    /* What a title says may hang on what was drawn. */
    put_title(screen, surface, PANE_LESSON, grid.left + 2, grid.top, grid.middle - 4);
    put_title(screen, surface, PANE_EDITOR, grid.middle + 2, grid.top, columns - 18);
    put_live(screen, surface, grid.right - 1, grid.top);
    put_tabs(screen, surface, grid.middle + 2, grid.split, columns - 2);
}

/* The strip of results grows to half the screen while it has the focus. */
static void draw_narrow(Screen *screen, Surface *surface)
{
    int body = surface->height - 2;
    int results = pane_is_result(screen->focus) ? body / 2 : body / 6;
    results = results < LEAST_RESULT_ROWS ? LEAST_RESULT_ROWS : results;
    int split = surface->height - 1 - results - 1;
    draw_pane(screen, surface, screen->main, (Rect){0, 1, surface->width, split - 1});
    surface_line(surface, 0, split, surface->width, STYLE_BORDER);
    put_tabs(screen, surface, 1, split, surface->width - 1);
    draw_pane(screen, surface, screen->result, (Rect){0, split + 1, surface->width, results});
}

static void draw_one(Screen *screen, Surface *surface)
{
    surface_line(surface, 0, 1, surface->width, STYLE_BORDER);
    if (pane_is_result(screen->focus))
        put_tabs(screen, surface, 1, 1, surface->width - 1);
    else
        put_title(screen, surface, screen->focus, 2, 1, surface->width - 4);
    draw_pane(screen, surface, screen->focus, (Rect){0, 2, surface->width, surface->height - 3});
}

void work_draw(Screen *screen, Surface *surface)
{
    PaneId focus = screen->focus;
    bool alone =
        focus == PANE_LIST || focus == PANE_HELP || focus == PANE_DEVICE || focus == PANE_RECOVERY;
    if (alone || screen->zoomed)
        draw_one(screen, surface);
    else if (surface->width >= LAYOUT_WIDE && surface->height >= LEAST_HEIGHT + 4)
        draw_wide(screen, surface);
    else
        draw_narrow(screen, surface);
}

static void draw_too_small(Surface *surface)
{
    surface_format(surface, 0, 0, STYLE_PLAIN, surface->width, "culab needs %d×%d", LEAST_WIDTH,
                   LEAST_HEIGHT);
    surface_format(surface, 0, 1, STYLE_PLAIN, surface->width, "this is %d×%d", surface->width,
                   surface->height);
    surface_put(surface, 0, 2, VIEW("make it larger"), STYLE_PLAIN, surface->width);
}

void screen_draw(Screen *screen, Surface *surface)
{
    screen->width = surface->width;
    screen->height = surface->height;
    if (surface->width < LEAST_WIDTH || surface->height < LEAST_HEIGHT) {
        draw_too_small(surface);
        return;
    }
    header_draw(screen, surface);
    work_draw(screen, surface);
    bar_draw(screen, surface);
}
