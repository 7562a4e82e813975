/* Which block ran when on which SM: what of it is chosen. */
#ifndef CULAB_VIEW_SCHEDULE_PANE_H
#define CULAB_VIEW_SCHEDULE_PANE_H

#include <stdint.h>

#include "check/check.h"

typedef struct SchedulePane {
    uint32_t row, column;   /* of the picture */
    uint32_t rows, columns; /* as drawn last */
} SchedulePane;

/* The case whose blocks were seen; NULL: none was asked for. */
const CaseResult *schedule_case(const Verdict *verdict);

#endif
