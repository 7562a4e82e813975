/* The roof: a slope (bandwidth times intensity) up to a level (arithmetic), and a mark below it. */
#include "view/roofline.h"

#include <math.h>

enum { LABEL = 12, DECADES = 4 };
#define LEAST_INTENSITY 0.03125 /* operations a byte, at the left edge */
#define MOST_INTENSITY 1024.0

bool roofline_known(const RunResult *run)
{
    Rates rates = run_rates(run);
    return rates.flops_per_s > 0 && rates.flops_per_byte > 0 &&
           run->timing.ceilings.bytes_per_s > 0 && run->timing.ceilings.flops_per_s > 0;
}

/* The plot's area, without labels. */
typedef struct Plot {
    Rect area;
    double top; /* operations a second at the upper edge */
} Plot;

static int column_of(const Plot *plot, double intensity)
{
    double part = log(intensity / LEAST_INTENSITY) / log(MOST_INTENSITY / LEAST_INTENSITY);
    part = part < 0 ? 0 : part > 1 ? 1 : part;
    return plot->area.x + (int)lround(part * (plot->area.width - 1));
}

static double intensity_at(const Plot *plot, int column)
{
    double part = (double)(column - plot->area.x) / (plot->area.width - 1);
    return LEAST_INTENSITY * pow(MOST_INTENSITY / LEAST_INTENSITY, part);
}

static int row_of(const Plot *plot, double flops)
{
    double part = log10(plot->top / flops) / DECADES;
    part = part < 0 ? 0 : part > 1 ? 1 : part;
    return plot->area.y + (int)lround(part * (plot->area.height - 1));
}

static void draw_roof(const Plot *plot, const Ceilings *ceilings, Surface *surface)
{
    int last = -1;
    for (int x = plot->area.x; x < plot->area.x + plot->area.width; x++) {
        double slope = intensity_at(plot, x) * ceilings->bytes_per_s;
        bool flat = slope >= ceilings->flops_per_s;
        int y = row_of(plot, flat ? ceilings->flops_per_s : slope);
        bool below = !flat && slope < plot->top / pow(10, DECADES);
        View mark = flat || y == last ? VIEW("─") : VIEW("╱");
        if (!below)
            surface_put(surface, x, y, mark, STYLE_STRONG, 1);
        last = y;
    }
}

static void put_rate(Surface *surface, int x, int y, double flops)
{
    bool tera = flops >= 1e12;
    surface_format(surface, x, y, STYLE_DIM, LABEL - 1, "%.3g %sf/s", flops / (tera ? 1e12 : 1e9),
                   tera ? "T" : "G");
}

void roofline_draw(const RunResult *run, Surface *surface, Rect rect)
{
    const Ceilings *ceilings = &run->timing.ceilings;
    Rates rates = run_rates(run);
    Plot plot = {{rect.x + LABEL, rect.y, rect.width - LABEL - 1, rect.height - 1},
                 ceilings->flops_per_s};
    if (!roofline_known(run) || plot.area.width < 20 || plot.area.height < 4)
        return;
    for (int y = 0; y < plot.area.height; y++)
        surface_put(surface, plot.area.x - 1, plot.area.y + y, VIEW("│"), STYLE_BORDER, 1);
    put_rate(surface, rect.x, rect.y, plot.top);
    put_rate(surface, rect.x, rect.y + plot.area.height - 1, plot.top / pow(10, DECADES));
    draw_roof(&plot, ceilings, surface);
    int x = column_of(&plot, rates.flops_per_byte), y = row_of(&plot, rates.flops_per_s);
    surface_put(surface, x, y, VIEW("●"), STYLE_MATCH, 1);
    double limit = fmin(ceilings->flops_per_s, rates.flops_per_byte * ceilings->bytes_per_s);
    bool by_memory = rates.flops_per_byte * ceilings->bytes_per_s < ceilings->flops_per_s;
    surface_format(surface, plot.area.x, rect.y + rect.height - 1, STYLE_DIM, plot.area.width,
                   "%.3g operations a byte: %.0f %% of what %s allows", rates.flops_per_byte,
                   100 * rates.flops_per_s / limit, by_memory ? "the memory" : "the arithmetic");
}
