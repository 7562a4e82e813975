/* Figures of the launch, each beside its ideal and its gate. */
#include <math.h>
#include <string.h>

#include "view/metric_names.h"
#include "view/screen.h"

static const GateResult *gate_of(const Verdict *verdict, const char *name)
{
    for (size_t i = 0; i < verdict->gates.size; i++)
        if (strcmp(verdict->gates.data[i].spec->metric, name) == 0)
            return &verdict->gates.data[i];
    return NULL;
}

static void put_number(Surface *surface, int x, int y, double value, int columns)
{
    if (isnan(value))
        surface_put(surface, x, y, VIEW("-"), STYLE_DIM, columns);
    else
        surface_format(surface, x, y, STYLE_PLAIN, columns, "%.5g", value);
}

static void draw_metric(const Verdict *verdict, const Metric *metric, Surface *surface, Rect at)
{
    enum { COLUMN = 10 };
    int name = at.width > 3 * COLUMN + 20 ? at.width - 3 * COLUMN - 4 : at.width - 2 * COLUMN;
    int x = at.x + (name < 48 ? name : 48);
    const GateResult *gate = metric->line == 0 ? gate_of(verdict, metric->name) : NULL;
    const char *label = gate && gate->spec->label ? gate->spec->label : metric_words(metric->name);
    if (metric->line > 0)
        surface_format(surface, at.x, at.y, STYLE_PLAIN, x - at.x - 1, "line %u: %s", metric->line,
                       label);
    else
        surface_put(surface, at.x, at.y, view_of(label), STYLE_PLAIN, x - at.x - 1);
    put_number(surface, x, at.y, metric->value, COLUMN);
    put_number(surface, x + COLUMN, at.y, metric->ideal, COLUMN);
    if (!gate)
        return;
    put_number(surface, x + 2 * COLUMN, at.y, gate->spec->limit, COLUMN);
    surface_put(surface, x + 3 * COLUMN, at.y, gate->passed ? VIEW("✓") : VIEW("✗"),
                gate->passed ? STYLE_OK : STYLE_WRONG, 1);
}

static void draw_heading(const CaseResult *result, Surface *surface, Rect rect)
{
    enum { COLUMN = 10 };
    int name = rect.width > 3 * COLUMN + 20 ? rect.width - 3 * COLUMN - 4 : rect.width - 2 * COLUMN;
    int x = rect.x + (name < 48 ? name : 48);
    surface_format(surface, rect.x, rect.y, STYLE_DIM, x - rect.x - 1, "case %s, kernel %s",
                   result->spec ? result->spec->name : "",
                   result->prepared.kernel ? result->prepared.kernel : "");
    surface_put(surface, x, rect.y, VIEW("now"), STYLE_DIM, COLUMN);
    surface_put(surface, x + COLUMN, rect.y, VIEW("ideal"), STYLE_DIM, COLUMN);
    surface_put(surface, x + 2 * COLUMN, rect.y, VIEW("pass at most"), STYLE_DIM, COLUMN + 4);
}

/* The case with the most to say: the first that was shown and has figures. */
static const CaseResult *measured(const Screen *screen)
{
    const Verdict *verdict = session_verdict(screen->session);
    for (size_t i = 0; verdict && i < verdict->cases.size; i++) {
        const CaseResult *result = &verdict->cases.data[i];
        if (result->run.metrics.size > 0 && !(result->spec && result->spec->hidden))
            return result;
    }
    return NULL;
}

static void draw(Screen *screen, Surface *surface, Rect rect, bool focused)
{
    const CaseResult *result = measured(screen);
    (void)focused;
    if (!result) {
        surface_put(surface, rect.x + 1, rect.y, VIEW("No figures came with this run."), STYLE_DIM,
                    rect.width - 1);
        return;
    }
    rect = (Rect){rect.x + 1, rect.y, rect.width - 1, rect.height};
    draw_heading(result, surface, rect);
    screen->metric_lines = result->run.metrics.size;
    scroll_clamp(&screen->metric, screen->metric_lines, rect.height - 1);
    for (int i = 1; i < rect.height; i++) {
        size_t index = screen->metric.top + (size_t)i - 1;
        if (index >= result->run.metrics.size)
            break;
        draw_metric(session_verdict(screen->session), &result->run.metrics.data[index], surface,
                    (Rect){rect.x, rect.y + i, rect.width, 1});
    }
}

static void move(Screen *screen, Move move)
{
    scroll_text(&screen->metric, move, screen->metric_lines);
}

const PaneOps metrics_pane = {
    .name = "Metrics",
    .scope = SCOPE_METRICS,
    .keys = "run next-pane help",
    .draw = draw,
    .move = move,
};
