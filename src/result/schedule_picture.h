/* The picture of a schedule: rows of SMs, time across. */
#ifndef CULAB_RESULT_SCHEDULE_PICTURE_H
#define CULAB_RESULT_SCHEDULE_PICTURE_H

#include "result/schedule.h"

/* How many of the SM's places are in use, in a cell of the picture. */
typedef enum ScheduleShade {
    SHADE_IDLE,
    SHADE_SOME,
    SHADE_HALF,
    SHADE_MOST,
    SHADE_FULL
} ScheduleShade;
const char *schedule_shade_text(ScheduleShade shade, bool ascii); /* one column */

/* SMs that a row stands for when all are to fit into `rows` rows; at least 1. */
uint32_t schedule_sms_in_row(const Schedule *schedule, uint32_t rows);
/* The cell of SMs `first` to `first` + `sms` - 1 and of the part from `from` to `to` of the whole
 * time, both 0 to 1. */
ScheduleShade schedule_shade(const Schedule *schedule, uint32_t first, uint32_t sms, double from,
                             double to);
/* The line above the picture, `columns` wide: a wave's number where its first block began, as far
 * as they find room. */
void schedule_add_waves(const Schedule *schedule, uint32_t columns, StrBuf *out);

#endif
