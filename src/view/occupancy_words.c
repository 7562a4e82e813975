/* What limits theoretical occupancy, in words. */
#include "view/occupancy_words.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

bool occupancy_limited_by(const RunResult *run, const char *name, StrBuf *out)
{
    static const struct {
        const char *name, *words;
    } limits[] = {{"launch__occupancy_limit_registers", "registers"},
                  {"launch__occupancy_limit_shared_mem", "shared memory"},
                  {"launch__occupancy_limit_warps", "warps"},
                  {"launch__occupancy_limit_blocks", "blocks"},
                  {"launch__occupancy_limit_barriers", "barriers"}};
    enum { LIMITS = sizeof limits / sizeof *limits };
    double value[LIMITS], least = INFINITY;
    if (strcmp(name, "sm__maximum_warps_per_active_cycle_pct") != 0)
        return false;
    for (int i = 0; i < LIMITS; i++) {
        if (!run_figure(run, limits[i].name, &value[i]))
            value[i] = INFINITY;
        least = value[i] < least ? value[i] : least;
    }
    for (int i = 0; i < LIMITS && least < INFINITY; i++)
        if (value[i] == least)
            strbuf_format(out, "%s%s", out->size ? ", " : "by ", limits[i].words);
    return out->size > 0;
}
