/* Cells of the picture from the parts of the time. */
#include "result/schedule_picture.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"

const char *schedule_shade_text(ScheduleShade shade, bool ascii)
{
    static const char *const shades[][2] = {[SHADE_IDLE] = {"·", "."},
                                            [SHADE_SOME] = {"░", "-"},
                                            [SHADE_HALF] = {"▒", "+"},
                                            [SHADE_MOST] = {"▓", "x"},
                                            [SHADE_FULL] = {"█", "#"}};
    return shades[shade][ascii];
}

uint32_t schedule_sms_in_row(const Schedule *schedule, uint32_t rows)
{
    uint32_t sms = rows > 0 ? (schedule->sms + rows - 1) / rows : schedule->sms;
    return sms > 0 ? sms : 1;
}

/* Mean number of blocks that one SM held in the parts that lie in [from, to). */
static double held(const Schedule *schedule, uint32_t sm, double from, double to)
{
    const double *row = &schedule->busy.data[(size_t)sm * schedule->parts];
    double first = from * schedule->parts, last = to * schedule->parts, sum = 0;
    for (uint32_t i = (uint32_t)first; i < schedule->parts && i < last; i++)
        sum += row[i] * (fmin(last, i + 1) - fmax(first, i));
    return last > first ? sum / (last - first) : 0;
}

ScheduleShade schedule_shade(const Schedule *schedule, uint32_t first, uint32_t sms, double from,
                             double to)
{
    double sum = 0;
    uint32_t count = 0;
    for (uint32_t sm = first; sm < first + sms && sm < schedule->sms && schedule->parts; sm++) {
        sum += held(schedule, sm, from, to);
        count++;
    }
    double part = count && schedule->per_sm ? sum / count / schedule->per_sm : 0;
    return part < 0.02   ? SHADE_IDLE
           : part < 0.35 ? SHADE_SOME
           : part < 0.65 ? SHADE_HALF
           : part < 0.95 ? SHADE_MOST
                         : SHADE_FULL;
}

void schedule_add_waves(const Schedule *schedule, uint32_t columns, StrBuf *out)
{
    uint32_t used = 0;
    for (size_t i = 0; i < schedule->wave_ns.size && schedule->total_ns > 0; i++) {
        char text[32];
        double part = schedule->wave_ns.data[i] / schedule->total_ns;
        if (!(part >= 0 && part <= 1))
            continue; /* told by a worker: anything may come */
        int size = snprintf(text, sizeof text, i ? "|%zu" : "|wave %zu", i + 1);
        uint32_t at = (uint32_t)(part * columns);
        if (at < used || at + (uint32_t)size > columns)
            continue;
        strbuf_format(out, "%*s%s", (int)(at - used), "", text);
        used = at + (uint32_t)size + 1;
        strbuf_add_byte(out, ' ');
    }
}
