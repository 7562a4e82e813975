/* Bars of copies, kernels, waits and events in the rows of their streams and engines. */
#include "view/timeline_pane.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "result/timeline.h"
#include "view/screen.h"

enum { LABEL = 18, DETAIL_ROWS = 2 };
#define MARGIN 0.04 /* of the device's part, shown on either side of it */

/* The engines have rows behind those of the streams. */
typedef enum Engine { ENGINE_TO_DEVICE, ENGINE_TO_HOST, ENGINE_KERNELS, ENGINES } Engine;
static const char *const engine_names[] = {"copies to device", "copies to host", "kernels"};

static const HostRun *host_of(const Screen *screen)
{
    const CaseResult *result = host_case(session_verdict(screen->session));
    return result && result->run.host->spans.size > 0 ? result->run.host : NULL;
}

static bool on_engine(const HostSpan *span, Engine engine)
{
    static const HostSpanKind kinds[] = {SPAN_TO_DEVICE, SPAN_TO_HOST, SPAN_KERNEL};
    return span->kind == kinds[engine];
}

static double end_of(const HostRun *host)
{
    double end = 1;
    for (size_t i = 0; i < host->spans.size; i++)
        end = fmax(end, host->spans.data[i].end_ns);
    for (size_t i = 0; i < host->calls.size; i++)
        end = fmax(end, host->calls.data[i].end_ns);
    return end;
}

static const char *const marks[SPAN_KIND_COUNT] = {
    [SPAN_TO_DEVICE] = "▼", [SPAN_TO_HOST] = "▲", [SPAN_ON_DEVICE] = "▒", [SPAN_FILL] = "░",
    [SPAN_KERNEL] = "█",    [SPAN_HOST] = "▓",    [SPAN_RECORD] = "◆",    [SPAN_WAIT] = "·"};

/* What of the program is drawn where. */
typedef struct Scale {
    double from, to;
    int x, width;
} Scale;

static int column_of(const Scale *scale, double ns)
{
    double part = (ns - scale->from) / (scale->to - scale->from);
    part = part < 0 ? 0 : part > 1 ? 1 : part;
    return scale->x + (int)lround(part * (scale->width - 1));
}

static bool in_sight(const Scale *scale, double begin, double end)
{
    return end >= scale->from && begin <= scale->to;
}

static void draw_bar(const Scale *scale, const HostSpan *span, Style style, Surface *surface, int y)
{
    if (!in_sight(scale, span->begin_ns, span->end_ns))
        return;
    int x = column_of(scale, span->begin_ns), end = column_of(scale, span->end_ns);
    for (int at = x; at == x || at < end; at++)
        surface_put(surface, at, y, view_of(marks[span->kind]), style, 1);
}

static Style style_of(const HostRun *host, const bool *critical, uint32_t index, uint32_t chosen)
{
    const HostSpan *span = &host->spans.data[index];
    if (index == chosen)
        return STYLE_SELECTED;
    if (chosen < host->spans.size && timeline_cause(host, chosen) == index)
        return STYLE_MATCH;
    if (span->kind == SPAN_WAIT)
        return STYLE_DIM;
    return critical[index] ? STYLE_STRONG : STYLE_PLAIN;
}

/* Waits and events first, so that work is drawn over them. */
static void draw_spans(const HostRun *host, const bool *critical, const Scale *scale,
                       uint32_t chosen, Surface *surface, int y,
                       bool (*wanted)(const HostSpan *span, uint32_t row), uint32_t row)
{
    for (int round = 0; round < 2; round++)
        for (uint32_t i = 0; i < host->spans.size; i++) {
            const HostSpan *span = &host->spans.data[i];
            bool thin = span->kind == SPAN_WAIT || span->kind == SPAN_RECORD;
            if (thin == (round == 0) && wanted(span, row))
                draw_bar(scale, span, style_of(host, critical, i, chosen), surface, y);
        }
}

static bool of_stream(const HostSpan *span, uint32_t row)
{
    return span->stream == row;
}

static bool of_engine(const HostSpan *span, uint32_t row)
{
    return on_engine(span, (Engine)row);
}

static void draw_host(const HostRun *host, const Scale *scale, Surface *surface, int y)
{
    for (size_t i = 0; i < host->calls.size; i++) {
        const HostCall *call = &host->calls.data[i];
        bool waits = strstr(call->name, "Synchronize") != NULL;
        if (!in_sight(scale, call->begin_ns, call->end_ns))
            continue;
        int x = column_of(scale, call->begin_ns), end = column_of(scale, call->end_ns);
        for (int at = x; at == x || at < end; at++)
            surface_put(surface, at, y, waits ? VIEW("·") : VIEW("▪"),
                        waits ? STYLE_DIM : STYLE_PLAIN, 1);
    }
}

static void put_label(Surface *surface, Rect rect, int y, const char *name)
{
    surface_put(surface, rect.x, y, view_of(name), STYLE_DIM, LABEL - 2);
    surface_put(surface, rect.x + LABEL - 2, y, VIEW("│"), STYLE_BORDER, 1);
}

static void add_span(const HostRun *host, uint32_t index, StrBuf *out)
{
    const HostSpan *span = &host->spans.data[index];
    strbuf_add_text(out, host_span_text(span->kind));
    if (span->name && *span->name)
        strbuf_format(out, " %s", span->name);
    if (span->stream < host->streams.size)
        strbuf_format(out, ", %s", host->streams.data[span->stream].name);
    if (span->call < host->calls.size && host->calls.data[span->call].line > 0)
        strbuf_format(out, ", line %" PRIu32, host->calls.data[span->call].line);
}

static void draw_detail(const Screen *screen, const HostRun *host, Surface *surface, Rect rect)
{
    uint32_t chosen = screen->timeline.chosen;
    StrBuf text = {0};
    if (chosen >= host->spans.size || rect.height < 1)
        return;
    const HostSpan *span = &host->spans.data[chosen];
    add_span(host, chosen, &text);
    if (span->bytes)
        strbuf_format(&text, ": %" PRIu64 " bytes", span->bytes);
    strbuf_format(&text, "%s %.3f us at %.3f ms", span->bytes ? "," : ":",
                  (span->end_ns - span->begin_ns) / 1e3, span->begin_ns / 1e6);
    surface_put(surface, rect.x, rect.y, strbuf_view(&text), STYLE_PLAIN, rect.width);
    uint32_t cause = timeline_cause(host, chosen);
    strbuf_clear(&text);
    strbuf_add_text(&text, "began when ");
    if (cause == HOST_NONE)
        strbuf_add_text(&text, "the host asked for it");
    else {
        add_span(host, cause, &text);
        strbuf_add_text(&text, " had ended");
    }
    if (rect.height > 1)
        surface_put(surface, rect.x, rect.y + 1, strbuf_view(&text), STYLE_DIM, rect.width);
    strbuf_free(&text);
}

static void draw_head(const Screen *screen, const HostRun *host, const Scale *scale,
                      Surface *surface, Rect rect)
{
    const CaseResult *result = host_case(session_verdict(screen->session));
    double overlap;
    StrBuf text = {0};
    if (run_figure(&result->run, "host.overlap", &overlap))
        strbuf_format(&text, "copies and kernels overlap: %.0f %%; ", 100 * overlap);
    strbuf_format(&text, "%.3f to %.3f of %.3f ms, %s", scale->from / 1e6, scale->to / 1e6,
                  end_of(host) / 1e6, host->simulated ? "simulated" : "GPU time");
    surface_put(surface, rect.x, rect.y, strbuf_view(&text), STYLE_DIM, rect.width);
    strbuf_free(&text);
}

static void add_legend(const HostRun *host, const char *between, const char *in_bold, StrBuf *out)
{
    bool there[SPAN_KIND_COUNT] = {false};
    for (size_t i = 0; i < host->spans.size; i++)
        there[host->spans.data[i].kind] = true;
    for (int kind = 0; kind < SPAN_KIND_COUNT; kind++)
        if (there[kind])
            strbuf_format(out, "%s %s%s", marks[kind], host_span_text((HostSpanKind)kind), between);
    strbuf_format(out, "▪ host%s· waits%sbold: %s", between, between, in_bold);
}

/* What the marks mean, of those that are there; closer together where there is little room. */
static void draw_legend(const HostRun *host, Surface *surface, Rect rect, int y)
{
    StrBuf text = {0};
    add_legend(host, "  ", "the critical path", &text);
    if (utf8_columns(strbuf_view(&text)) > rect.width) {
        strbuf_clear(&text);
        add_legend(host, " ", "critical", &text);
    }
    surface_put(surface, rect.x, y, strbuf_view(&text), STYLE_DIM, rect.width);
    strbuf_free(&text);
}

/* From what the device did first to what it did last; a program may take long before and after. */
static void device_part(const HostRun *host, double *from, double *to)
{
    double whole = end_of(host);
    *from = whole;
    *to = 0;
    for (size_t i = 0; i < host->spans.size; i++) {
        *from = fmin(*from, host->spans.data[i].begin_ns);
        *to = fmax(*to, host->spans.data[i].end_ns);
    }
    double margin = MARGIN * (*to - *from);
    *from = fmax(0, *from - margin);
    *to = fmin(whole, *to + margin);
    if (*to <= *from) {
        *from = 0;
        *to = whole;
    }
}

static Scale scale_of(const Screen *screen, const HostRun *host, Rect rect)
{
    const TimelinePane *pane = &screen->timeline;
    Scale scale = {pane->from_ns, pane->to_ns, rect.x + LABEL, rect.width - LABEL};
    if (scale.to <= scale.from || scale.from >= end_of(host)) /* or left from a longer run */
        device_part(host, &scale.from, &scale.to);
    return scale;
}

static void draw(Screen *screen, Surface *surface, Rect rect, bool focused)
{
    const HostRun *host = host_of(screen);
    rect = (Rect){rect.x + 1, rect.y, rect.width - 1, rect.height};
    if (!host) {
        surface_put(surface, rect.x, rect.y, VIEW("The device has done nothing yet."), STYLE_DIM,
                    rect.width);
        return;
    }
    Scale scale = scale_of(screen, host, rect);
    uint32_t chosen = focused ? screen->timeline.chosen : HOST_NONE;
    bool *critical = timeline_critical(host);
    int y = rect.y + 1, last = rect.y + rect.height - DETAIL_ROWS;
    draw_head(screen, host, &scale, surface, rect);
    if (scale.width > 8 && y < last) {
        put_label(surface, rect, y, "host");
        draw_host(host, &scale, surface, y++);
    }
    for (uint32_t i = 0; scale.width > 8 && i < host->streams.size && y < last; i++, y++) {
        put_label(surface, rect, y, host->streams.data[i].name);
        draw_spans(host, critical, &scale, chosen, surface, y, of_stream, i);
    }
    for (uint32_t i = 0; scale.width > 8 && i < ENGINES && y < last; i++, y++) {
        put_label(surface, rect, y, engine_names[i]);
        draw_spans(host, critical, &scale, chosen, surface, y, of_engine, i);
    }
    if (y + 1 < last)
        draw_legend(host, surface, rect, ++y);
    if (y <= last)
        draw_detail(screen, host, surface, (Rect){rect.x, last, rect.width, DETAIL_ROWS});
    free(critical);
}

/* The next span in time in the chosen one's stream. */
static uint32_t along(const HostRun *host, uint32_t from, int step)
{
    uint32_t stream = host->spans.data[from].stream;
    for (int64_t i = (int64_t)from + step; i >= 0 && i < (int64_t)host->spans.size; i += step)
        if (host->spans.data[i].stream == stream)
            return (uint32_t)i;
    return from;
}

/* The span of the next stream that has any, nearest in time. */
static uint32_t across(const HostRun *host, uint32_t from, int step)
{
    const HostSpan *now = &host->spans.data[from];
    for (int64_t stream = (int64_t)now->stream + step;
         stream >= 0 && stream < (int64_t)host->streams.size; stream += step) {
        uint32_t best = HOST_NONE;
        for (uint32_t i = 0; i < host->spans.size; i++) {
            const HostSpan *span = &host->spans.data[i];
            if (span->stream == stream &&
                (best == HOST_NONE || fabs(span->begin_ns - now->begin_ns) <
                                          fabs(host->spans.data[best].begin_ns - now->begin_ns)))
                best = i;
        }
        if (best != HOST_NONE)
            return best;
    }
    return from;
}

static void move(Screen *screen, Move move)
{
    const HostRun *host = host_of(screen);
    TimelinePane *pane = &screen->timeline;
    if (!host)
        return;
    if (pane->chosen >= host->spans.size)
        pane->chosen = 0;
    switch (move) {
    case MOVE_LEFT:
    case MOVE_RIGHT:
        pane->chosen = along(host, pane->chosen, move == MOVE_LEFT ? -1 : 1);
        break;
    case MOVE_UP:
    case MOVE_DOWN:
        pane->chosen = across(host, pane->chosen, move == MOVE_UP ? -1 : 1);
        break;
    case MOVE_TOP:
        pane->chosen = 0;
        break;
    case MOVE_BOTTOM:
        pane->chosen = (uint32_t)host->spans.size - 1;
        break;
    default:
        break;
    }
}

static bool go(CommandCall *call)
{
    Screen *screen = call->screen;
    const HostRun *host = host_of(screen);
    uint32_t chosen = screen->timeline.chosen;
    uint32_t caller = host && chosen < host->spans.size ? host->spans.data[chosen].call : HOST_NONE;
    if (!host || caller >= host->calls.size ||
        !screen_go_place(screen, HOST_FILE, host->calls.data[caller].line))
        return error_set(&call->error, ERROR_MISUSE, "no line of yours asked for this");
    return true;
}

bool timeline_zoom(Screen *screen, double factor)
{
    const HostRun *host = host_of(screen);
    TimelinePane *pane = &screen->timeline;
    if (!host)
        return false;
    double whole = end_of(host), from = pane->from_ns, to = pane->to_ns;
    if (to <= from || from >= whole)
        device_part(host, &from, &to);
    const HostSpan *span = pane->chosen < host->spans.size ? &host->spans.data[pane->chosen] : NULL;
    double middle = span ? (span->begin_ns + span->end_ns) / 2 : (from + to) / 2;
    double half = (to - from) / 2 / factor;
    if (half < 5)
        half = 5; /* nanoseconds */
    pane->from_ns = fmax(0, middle - half);
    pane->to_ns = fmin(whole, middle + half);
    if (2 * half >= whole) {
        pane->from_ns = 0;
        pane->to_ns = whole;
    }
    return true;
}

const PaneOps timeline_pane = {
    .name = "Timeline",
    .scope = SCOPE_TIMELINE,
    .keys = "go zoom-in zoom-out run next-pane help",
    .draw = draw,
    .move = move,
    .go = go,
};
