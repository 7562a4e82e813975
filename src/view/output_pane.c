/* What a host program wrote, and how it ended. */
#include <inttypes.h>

#include "view/screen.h"

static const HostRun *host_of(const Screen *screen)
{
    const CaseResult *result = host_case(session_verdict(screen->session));
    return result ? result->run.host : NULL;
}

static size_t count_lines(View text)
{
    size_t lines = 0;
    View line;
    while (text.size > 0 && view_split(&text, '\n', &line))
        lines++;
    return lines;
}

static void draw_end(const Screen *screen, const HostRun *host, Surface *surface, Rect rect)
{
    const CaseResult *result = host_case(session_verdict(screen->session));
    bool good = host->end == HOST_ENDED && host->status == 0;
    StrBuf text = {0};
    strbuf_format(&text, "case %s: the program %s", result->spec ? result->spec->name : "",
                  host->end_text);
    if (host->output_lost)
        strbuf_format(&text, "; %" PRIu64 " more bytes of output were not kept", host->output_lost);
    surface_put(surface, rect.x + 1, rect.y, strbuf_view(&text), good ? STYLE_DIM : STYLE_WRONG,
                rect.width - 1);
    strbuf_free(&text);
}

/* As much as there is room for of the end of what a program that still runs has written. */
static void draw_running(Screen *screen, Surface *surface, Rect rect)
{
    View text = session_output(screen->session), line;
    int row = 1;
    if (text.data[text.size - 1] == '\n')
        text.size--; /* nothing stands behind it yet */
    size_t from = text.size, lines = 0;
    while (from > 0 && (text.data[from - 1] != '\n' || ++lines < (size_t)(rect.height - 1)))
        from--;
    surface_put(surface, rect.x + 1, rect.y, VIEW("the program runs; it has written:"), STYLE_DIM,
                rect.width - 1);
    View rest = view_slice(text, from, text.size);
    screen->output_lines = 0; /* nothing to be scrolled */
    while (row < rect.height && rest.size > 0 && view_split(&rest, '\n', &line))
        surface_put(surface, rect.x + 1, rect.y + row++, line, STYLE_PLAIN, rect.width - 1);
}

static void draw(Screen *screen, Surface *surface, Rect rect, bool focused)
{
    const HostRun *host = host_of(screen);
    (void)focused;
    if (session_output(screen->session).size > 0 && rect.height > 1) {
        draw_running(screen, surface, rect);
        return;
    }
    if (!host) {
        surface_put(surface, rect.x + 1, rect.y, VIEW("No host program has run."), STYLE_DIM,
                    rect.width - 1);
        return;
    }
    View rest = {host->output, (size_t)host->output_size}, line;
    draw_end(screen, host, surface, rect);
    screen->output_lines = count_lines(rest);
    scroll_clamp(&screen->output, screen->output_lines, rect.height - 1);
    for (size_t i = 0; rest.size > 0 && view_split(&rest, '\n', &line); i++) {
        if (i < screen->output.top)
            continue;
        int row = (int)(i - screen->output.top) + 1;
        if (row >= rect.height)
            return;
        surface_put(surface, rect.x + 1, rect.y + row, line, STYLE_PLAIN, rect.width - 1);
    }
}

static void move(Screen *screen, Move move)
{
    scroll_text(&screen->output, move, screen->output_lines);
}

const PaneOps output_pane = {
    .name = "Output",
    .scope = SCOPE_OUTPUT,
    .keys = "run calls next-pane help",
    .draw = draw,
    .move = move,
};
