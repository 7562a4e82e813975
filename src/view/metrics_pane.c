/* Figures of the launch, each beside its ideal and its gate; then the accesses of each line, the
 * most wasteful first, with the picture of the chosen one. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "result/metric_names.h"
#include "view/access_picture.h"
#include "view/occupancy_words.h"
#include "view/results.h"
#include "view/roofline.h"
#include "view/screen.h"

enum { COLUMN = 10, UNIT = 10, NAME_MOST = 48, GATES_LEAST = 70 };
enum { LIST_LEAST = 3, LIST_ENOUGH = 8, PICTURE_LEAST = 3, SOURCE_LEAST = 6 };

static const char in_another[] = "in another case";

/* A row shows a figure, an access, or the time: one of these is set. */
typedef struct MetricRow {
    const Metric *metric;
    const WarpAccess *access;
    const RunResult *timed;
} MetricRow;
typedef VEC(MetricRow) MetricRows;

static const GateResult *gate_of(const Verdict *verdict, const Metric *metric)
{
    for (size_t i = 0; metric->line == 0 && i < verdict->gates.size; i++)
        if (strcmp(verdict->gates.data[i].spec->metric, metric->name) == 0)
            return &verdict->gates.data[i];
    return NULL;
}

/* Conflicts of a kind of access that a kernel has none of tell nothing. */
static bool is_of_use(const RunResult *run, const Metric *metric)
{
    static const char conflicts[] = "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_";
    char count[96];
    if (strncmp(metric->name, conflicts, sizeof conflicts - 1) != 0)
        return true;
    snprintf(count, sizeof count, "smsp__inst_executed_op_shared_%s",
             metric->name + sizeof conflicts - 1);
    for (size_t i = 0; i < run->metrics.size; i++)
        if (run->metrics.data[i].line == 0 && strcmp(run->metrics.data[i].name, count) == 0)
            return run->metrics.data[i].value > 0;
    return true;
}

/* Of a line only what misses its ideal, unless all was asked for. */
static bool is_wanted(const Screen *screen, const RunResult *run, const Metric *metric)
{
    if (screen->all_metrics)
        return true;
    if (metric->line > 0)
        return metric_is_of_line(metric->name) && metric->value > metric->ideal * 1.01;
    return metric_is_main(metric->name) && (metric->value != 0 || metric->ideal == 0) &&
           is_of_use(run, metric);
}

static double waste(const WarpAccess *access)
{
    return access->ideal ? (double)access->units / access->ideal : 0;
}

static int compare_access(const void *a, const void *b)
{
    const WarpAccess *x = ((const MetricRow *)a)->access, *y = ((const MetricRow *)b)->access;
    double more = waste(y) - waste(x);
    if (more != 0)
        return more < 0 ? -1 : 1;
    return x->line < y->line ? -1 : x->line > y->line;
}

/* What two units of the hardware count alike, under the name of each, is shown once. */
static bool is_repeated(const MetricRows *rows, const Metric *metric)
{
    for (size_t i = 0; i < rows->size; i++) {
        const Metric *shown = rows->data[i].metric;
        if (shown && shown->line == metric->line && shown->value == metric->value &&
            strcmp(metric_words(shown->name), metric_words(metric->name)) == 0)
            return true;
    }
    return false;
}

static void collect(const Screen *screen, const CaseResult *result, MetricRows *rows)
{
    const Verdict *verdict = session_verdict(screen->session);
    const RunResult *run = &result->run;
    if (run->timing.samples > 0)
        vec_push(rows, (MetricRow){.timed = run});
    for (int round = 0; round < 3; round++) /* gates, the kernel, its lines */
        for (size_t i = 0; i < run->metrics.size; i++) {
            const Metric *metric = &run->metrics.data[i];
            int own = gate_of(verdict, metric) ? 0 : metric->line == 0 ? 1 : 2;
            if (own == round && (own == 0 || is_wanted(screen, run, metric)) &&
                !is_repeated(rows, metric))
                vec_push(rows, (MetricRow){.metric = metric});
        }
    size_t first = rows->size;
    for (size_t i = 0; i < run->accesses.size; i++)
        vec_push(rows, (MetricRow){.access = &run->accesses.data[i]});
    if (rows->size > first)
        qsort(rows->data + first, rows->size - first, sizeof *rows->data, compare_access);
}

/* As many as leave a blank before the next column; six at most of what is no whole number. */
static int digits_for(double value)
{
    int digits = value == trunc(value) ? COLUMN - 1 : 6;
    char text[32];
    while (digits > 1 && snprintf(text, sizeof text, "%.*g", digits, value) >= COLUMN)
        digits--;
    return digits;
}

static void put_number(Surface *surface, int x, int y, double value, Style style)
{
    if (isnan(value))
        surface_put(surface, x, y, VIEW("-"), style == STYLE_SELECTED ? style : STYLE_DIM, COLUMN);
    else
        surface_format(surface, x, y, style, COLUMN - 1, "%.*g", digits_for(value), value);
}

static void put_limit(Surface *surface, int x, int y, const GateSpec *gate, Style style)
{
    if (gate->at_least)
        surface_format(surface, x, y, style, COLUMN - 1, "least %.3g", gate->limit);
    else
        put_number(surface, x, y, gate->limit, style);
}

/* Where the column of numbers begins. The third has gates, or units alone where it is narrow. */
static int numbers_at(const Verdict *verdict, Rect at)
{
    int third = verdict->gates.size || at.width >= GATES_LEAST ? COLUMN + 4 : UNIT;
    int name =
        at.width > 2 * COLUMN + third + 20 ? at.width - 2 * COLUMN - third : at.width - 2 * COLUMN;
    return at.x + (name < NAME_MOST ? name : NAME_MOST);
}

/* A gate looks at the worst of all cases, and its row tells that. */
static void draw_gate(const Metric *metric, const GateResult *gate, Surface *surface, Rect at,
                      int x, Style style)
{
    int mark = x + 3 * COLUMN, rest = mark + 2;
    put_limit(surface, x + 2 * COLUMN, at.y, gate->spec, style);
    surface_put(surface, mark, at.y, gate->passed ? VIEW("✓") : VIEW("✗"),
                gate->passed ? STYLE_OK : STYLE_WRONG, 1);
    if (!gate->missing && gate->value != metric->value &&
        at.x + at.width - rest >= (int)sizeof in_another)
        surface_put(surface, rest, at.y, view_of(in_another),
                    style == STYLE_SELECTED ? style : STYLE_DIM, at.x + at.width - rest);
}

/* What keeps more blocks from fitting: the least limit, or all that are as low. */
static void draw_limits(const RunResult *run, const Metric *metric, Surface *surface, Rect at,
                        Style style)
{
    StrBuf text = {0};
    if (metric->line == 0 && occupancy_limited_by(run, metric->name, &text))
        surface_put(surface, at.x, at.y, strbuf_view(&text),
                    style == STYLE_SELECTED ? style : STYLE_DIM, at.width);
    strbuf_free(&text);
}

static void draw_metric(const Verdict *verdict, const RunResult *run, const Metric *metric,
                        Surface *surface, Rect at, Style style)
{
    const int end = at.x + at.width;
    int x = numbers_at(verdict, at);
    const GateResult *gate = gate_of(verdict, metric);
    const char *label = gate && gate->spec->label ? gate->spec->label : metric_words(metric->name);
    if (metric->line > 0)
        surface_format(surface, at.x, at.y, style, x - at.x - 1, "line %u: %s", metric->line,
                       label);
    else
        surface_put(surface, at.x, at.y, view_of(label), style, x - at.x - 1);
    put_number(surface, x, at.y, gate && !gate->missing ? gate->value : metric->value, style);
    put_number(surface, x + COLUMN, at.y,
               isnan(metric->ideal) ? metric_best(metric->name) : metric->ideal, style);
    if (gate)
        draw_gate(metric, gate, surface, at, x, style);
    else
        draw_limits(run, metric, surface, (Rect){x + 2 * COLUMN, at.y, end - x - 2 * COLUMN, 1},
                    style);
}

static void draw_access(const Verdict *verdict, const WarpAccess *access, Surface *surface, Rect at,
                        Style style)
{
    int x = numbers_at(verdict, at);
    StrBuf text = {0};
    strbuf_format(&text, "line %u: ", access->line);
    access_title(access, &text);
    surface_put(surface, at.x, at.y, strbuf_view(&text), style, x - at.x - 1);
    put_number(surface, x, at.y, access->units, style);
    put_number(surface, x + COLUMN, at.y, access->ideal, style);
    strbuf_clear(&text);
    access_unit(access, at.x + at.width - x - 2 * COLUMN, &text);
    surface_put(surface, x + 2 * COLUMN, at.y, strbuf_view(&text),
                style == STYLE_SELECTED ? style : STYLE_DIM, at.x + at.width - x - 2 * COLUMN);
    strbuf_free(&text);
}

static void draw_time(const RunResult *run, Surface *surface, Rect at, Style style)
{
    const KernelTime *time = &run->timing;
    Rates rates = run_rates(run);
    StrBuf text = {0};
    strbuf_format(&text, "time: median %.3f us, least %.3f, variation %.1f %%%s", time->median_us,
                  time->least_us, 100 * time->variation, time->stable ? "" : " (unstable)");
    if (rates.bytes_per_s > 0 && time->ceilings.bytes_per_s > 0)
        strbuf_format(&text, "; %.0f GB/s, %.0f %% of a copy's", rates.bytes_per_s / 1e9,
                      100 * rates.bytes_per_s / time->ceilings.bytes_per_s);
    surface_put(surface, at.x, at.y, strbuf_view(&text), style, at.width);
    strbuf_free(&text);
}

static void draw_heading(const Verdict *verdict, const CaseResult *result, Surface *surface,
                         Rect rect)
{
    int x = numbers_at(verdict, rect), gates = x + 2 * COLUMN;
    surface_format(surface, rect.x, rect.y, STYLE_DIM, x - rect.x - 1, "case %s, kernel %s",
                   result->spec ? result->spec->name : "",
                   result->prepared.kernel ? result->prepared.kernel : "");
    surface_put(surface, x, rect.y, VIEW("now"), STYLE_DIM, COLUMN);
    surface_put(surface, x + COLUMN, rect.y, VIEW("ideal"), STYLE_DIM, COLUMN);
    if (verdict->gates.size || rect.x + rect.width - gates >= COLUMN + 4)
        surface_put(surface, gates, rect.y, VIEW("pass at most"), STYLE_DIM, COLUMN + 4);
}

static void draw_rows(const Screen *screen, const RunResult *run, const MetricRows *rows,
                      Surface *surface, Rect rect, bool focused)
{
    const Verdict *verdict = session_verdict(screen->session);
    for (int i = 0; i < rect.height; i++) {
        size_t index = screen->metric.top + (size_t)i;
        if (index >= rows->size)
            break;
        const MetricRow *row = &rows->data[index];
        bool chosen = focused && index == screen->metric.chosen;
        Style style = chosen ? STYLE_SELECTED : STYLE_PLAIN;
        Rect at = {rect.x, rect.y + i, rect.width, 1};
        if (chosen)
            surface_fill(surface, at, style);
        if (row->timed)
            draw_time(row->timed, surface, at, style);
        else if (row->metric)
            draw_metric(verdict, run, row->metric, surface, at, style);
        else
            draw_access(verdict, row->access, surface, at, style);
    }
}

/* The access whose picture is drawn: the chosen row's, else the most wasteful of the chosen line.
 */
static const WarpAccess *pictured(const MetricRows *rows, size_t chosen)
{
    const MetricRow *row = chosen < rows->size ? &rows->data[chosen] : NULL;
    if (!row || row->access || row->timed)
        return row ? row->access : NULL;
    for (size_t i = 0; i < rows->size; i++) {
        const WarpAccess *access = rows->data[i].access;
        if (access && (row->metric->line == 0 || row->metric->line == access->line))
            return access;
    }
    return NULL;
}

/* How many rows the picture below the list takes: the whole where the list keeps enough, else pairs
 * of lanes and units; or the roofline. */
static int picture_rows(const WarpAccess *access, const RunResult *timed, Rect rect)
{
    int room = rect.height - LIST_LEAST;
    if (timed && roofline_known(timed))
        return room >= ROOFLINE_ROWS ? ROOFLINE_ROWS : room > PICTURE_LEAST + 2 ? room : 0;
    if (!access)
        return 0;
    int whole = access_picture_rows(access, rect.width, true);
    int pairs = access_picture_rows(access, rect.width, false);
    if (whole <= rect.height - LIST_ENOUGH)
        return whole;
    return pairs <= room ? pairs : room >= PICTURE_LEAST ? (room - 1) / 2 * 2 + 1 : 0;
}

/* Below the list: what Nsight Compute calls the chosen figure. */
static void draw_source(const MetricRows *rows, size_t chosen, Surface *surface, Rect at)
{
    const MetricRow *row = chosen < rows->size ? &rows->data[chosen] : NULL;
    const char *source = row && row->metric ? metric_source(row->metric->name) : NULL;
    if (source)
        surface_format(surface, at.x, at.y, STYLE_DIM, at.width, "ncu: %s", source);
}

static void draw(Screen *screen, Surface *surface, Rect rect, bool focused)
{
    const CaseResult *result = measured_case(session_verdict(screen->session));
    MetricRows rows = {0};
    if (!result) {
        surface_put(surface, rect.x + 1, rect.y, VIEW("No figures came with this run."), STYLE_DIM,
                    rect.width - 1);
        return;
    }
    rect = (Rect){rect.x + 1, rect.y, rect.width - 1, rect.height};
    collect(screen, result, &rows);
    draw_heading(session_verdict(screen->session), result, surface, rect);
    screen->metric_lines = rows.size;
    const WarpAccess *access = pictured(&rows, screen->metric.chosen);
    const RunResult *timed =
        screen->metric.chosen < rows.size ? rows.data[screen->metric.chosen].timed : NULL;
    int picture = picture_rows(access, timed, rect);
    Rect list = {rect.x, rect.y + 1, rect.width, rect.height - 1 - picture};
    bool with_source = focused && list.height >= SOURCE_LEAST;
    list.height -= with_source;
    scroll_show(&screen->metric, rows.size, list.height);
    draw_rows(screen, &result->run, &rows, surface, list, focused);
    Rect below = {rect.x, rect.y + rect.height - picture, rect.width, picture};
    if (with_source)
        draw_source(&rows, screen->metric.chosen, surface,
                    (Rect){rect.x, below.y - 1, rect.width, 1});
    if (picture > 0 && timed)
        roofline_draw(timed, surface, below);
    else if (picture > 0)
        access_picture_draw(access, surface, below);
    vec_free(&rows);
}

static void move(Screen *screen, Move move)
{
    scroll_choose(&screen->metric, move, screen->metric_lines);
}

static bool go(CommandCall *call)
{
    Screen *screen = call->screen;
    const CaseResult *result = measured_case(session_verdict(screen->session));
    MetricRows rows = {0};
    uint32_t line = 0;
    if (result)
        collect(screen, result, &rows);
    if (screen->metric.chosen < rows.size) {
        const MetricRow *row = &rows.data[screen->metric.chosen];
        line = row->metric ? row->metric->line : row->access ? row->access->line : 0;
    }
    vec_free(&rows);
    if (!screen_go_line(screen, line))
        return error_set(&call->error, ERROR_MISUSE, "this figure is of the whole kernel");
    return true;
}

const PaneOps metrics_pane = {
    .name = "Metrics",
    .scope = SCOPE_METRICS,
    .keys = "go all-figures run next-pane help",
    .draw = draw,
    .move = move,
    .go = go,
};
