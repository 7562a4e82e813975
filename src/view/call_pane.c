/* The calls of the Driver API that a host program made: where, when, how long, what came back. */
#include <inttypes.h>
#include <string.h>

#include "view/screen.h"

enum { LINE_AT = 1, BEGIN_AT = 7, TIME_AT = 20, BYTES_AT = 32, TEXT_AT = 44, DETAIL_ROWS = 2 };

const CaseResult *host_case(const Verdict *verdict)
{
    const CaseResult *found = NULL;
    for (size_t i = 0; verdict && i < verdict->cases.size; i++) {
        const CaseResult *result = &verdict->cases.data[i];
        if (!result->run.host || (result->spec && result->spec->hidden))
            continue;
        if (result->verdict == CASE_FAIL)
            return result;
        found = found ? found : result;
    }
    return found;
}

static bool is_failed(const HostCall *call)
{
    return strcmp(call->result_name, "CUDA_SUCCESS") != 0;
}

void call_format(const HostCall *call, StrBuf *out)
{
    strbuf_format(out, "%s(", call->name);
    for (size_t i = 0; i < call->arguments.size; i++) {
        const HostArgument *argument = &call->arguments.data[i];
        strbuf_format(out, "%s%s%s%s", i ? ", " : "", argument->name,
                      !*argument->name ? ""
                      : argument->out  ? " = "
                                       : " ",
                      argument->text);
    }
    strbuf_add_text(out, ")");
    if (is_failed(call))
        strbuf_format(out, " → %s", call->result_name);
}

static bool is_shown(const CallPane *pane, const HostCall *call)
{
    StrBuf text = {0};
    if (pane->failed && !is_failed(call))
        return false;
    if (pane->filter.size == 0)
        return true;
    call_format(call, &text);
    bool shown = strcasestr(strbuf_text(&text), strbuf_text(&pane->filter)) != NULL;
    strbuf_free(&text);
    return shown;
}

void call_pane_update(CallPane *pane, const Verdict *verdict)
{
    const CaseResult *result = host_case(verdict);
    vec_clear(&pane->rows);
    for (size_t i = 0; result && i < result->run.host->calls.size; i++)
        if (is_shown(pane, &result->run.host->calls.data[i]))
            vec_push(&pane->rows, i);
}

void call_pane_free(CallPane *pane)
{
    strbuf_free(&pane->filter);
    vec_free(&pane->rows);
}

static const HostRun *host_of(const Screen *screen)
{
    const CaseResult *result = host_case(session_verdict(screen->session));
    return result ? result->run.host : NULL;
}

static void draw_heading(const CallPane *pane, const CaseResult *result, Surface *surface,
                         Rect rect)
{
    const HostRun *host = result->run.host;
    StrBuf text = {0};
    strbuf_format(&text, "case %s: %zu of %zu calls", result->spec ? result->spec->name : "",
                  pane->rows.size, host->calls.size);
    if (host->calls_lost)
        strbuf_format(&text, ", %" PRIu64 " more not kept", host->calls_lost);
    strbuf_format(&text, ", %s time", host->simulated ? "simulated" : "real");
    if (pane->filter.size)
        strbuf_format(&text, "   filter: %s", strbuf_text(&pane->filter));
    if (pane->failed)
        strbuf_add_text(&text, "   failed only");
    surface_put(surface, rect.x + 1, rect.y, strbuf_view(&text), STYLE_DIM, rect.width - 1);
    strbuf_free(&text);
    surface_put(surface, rect.x + LINE_AT, rect.y + 1,
                VIEW("line       begin us         us       bytes  call"), STYLE_DIM,
                rect.width - 1);
}

static void draw_call(const HostCall *call, Surface *surface, Rect at, bool chosen)
{
    Style plain = chosen ? STYLE_SELECTED : STYLE_PLAIN, quiet = chosen ? plain : STYLE_DIM;
    Style loud = chosen ? plain : is_failed(call) ? STYLE_WRONG : STYLE_PLAIN;
    StrBuf text = {0};
    if (chosen)
        surface_fill(surface, at, STYLE_SELECTED);
    if (call->line)
        surface_format(surface, at.x + LINE_AT, at.y, plain, 5, "%4" PRIu32, call->line);
    surface_format(surface, at.x + BEGIN_AT, at.y, quiet, 12, "%12.2f", call->begin_ns / 1e3);
    surface_format(surface, at.x + TIME_AT, at.y, plain, 11, "%11.2f",
                   (call->end_ns - call->begin_ns) / 1e3);
    if (call->bytes)
        surface_format(surface, at.x + BYTES_AT, at.y, plain, 11, "%11" PRIu64, call->bytes);
    call_format(call, &text);
    surface_put(surface, at.x + TEXT_AT, at.y, strbuf_view(&text), loud, at.width - TEXT_AT);
    strbuf_free(&text);
}

/* All of the chosen call, since a row rarely has room for it. */
static void draw_detail(const HostCall *call, Surface *surface, Rect rect)
{
    StrBuf text = {0};
    call_format(call, &text);
    View rest = strbuf_view(&text);
    for (int i = 0; i < rect.height && rest.size > 0; i++) {
        size_t columns = (size_t)(rect.width - 2), size = rest.size;
        size = size > columns ? columns : size;
        while (size > 0 && size < rest.size && ((unsigned char)rest.data[size] & 0xc0) == 0x80)
            size--; /* between characters */
        surface_put(surface, rect.x + 1, rect.y + i, view_slice(rest, 0, size), STYLE_STRONG,
                    rect.width - 1);
        rest = view_slice(rest, size, rest.size);
    }
    strbuf_free(&text);
}

static void draw(Screen *screen, Surface *surface, Rect rect, bool focused)
{
    CallPane *pane = &screen->calls;
    const CaseResult *result = host_case(session_verdict(screen->session));
    if (!result) {
        surface_put(surface, rect.x + 1, rect.y, VIEW("No host program has run."), STYLE_DIM,
                    rect.width - 1);
        return;
    }
    draw_heading(pane, result, surface, rect);
    bool detail = focused && rect.height > 6 && pane->scroll.chosen < pane->rows.size;
    int rows = rect.height - 2 - (detail ? DETAIL_ROWS : 0);
    scroll_show(&pane->scroll, pane->rows.size, rows);
    for (int i = 0; i < rows && pane->scroll.top + (size_t)i < pane->rows.size; i++) {
        size_t row = pane->scroll.top + (size_t)i;
        draw_call(&result->run.host->calls.data[pane->rows.data[row]], surface,
                  (Rect){rect.x, rect.y + 2 + i, rect.width, 1},
                  focused && row == pane->scroll.chosen);
    }
    if (detail)
        draw_detail(&result->run.host->calls.data[pane->rows.data[pane->scroll.chosen]], surface,
                    (Rect){rect.x, rect.y + rect.height - DETAIL_ROWS, rect.width, DETAIL_ROWS});
}

static void move(Screen *screen, Move move)
{
    scroll_choose(&screen->calls.scroll, move, screen->calls.rows.size);
}

static bool go(CommandCall *call)
{
    Screen *screen = call->screen;
    const HostRun *host = host_of(screen);
    size_t chosen = screen->calls.scroll.chosen;
    if (!host || chosen >= screen->calls.rows.size)
        return error_set(&call->error, ERROR_MISUSE, "there is no call");
    uint32_t line = host->calls.data[screen->calls.rows.data[chosen]].line;
    if (!screen_go_place(screen, HOST_FILE, line))
        return error_set(&call->error, ERROR_MISUSE, "the line of this call is unknown");
    return true;
}

static void add_title(const Screen *screen, StrBuf *out)
{
    const HostRun *host = host_of(screen);
    strbuf_add_text(out, "Calls");
    if (host)
        strbuf_format(out, " %zu", host->calls.size);
}

const PaneOps call_pane = {
    .name = "Calls",
    .scope = SCOPE_CALLS,
    .keys = "go filter-calls failed-calls all-calls run next-pane help",
    .add_title = add_title,
    .draw = draw,
    .move = move,
    .go = go,
};
