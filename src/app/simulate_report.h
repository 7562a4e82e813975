/* The report of `culab simulate`, as text in the manner of compute-sanitizer and as JSON. */
#ifndef CULAB_APP_SIMULATE_REPORT_H
#define CULAB_APP_SIMULATE_REPORT_H

#include "simulate/launch.h"

void simulate_report_text(const SimulateOutcome *outcome, FILE *out);
void simulate_report_json(const SimulateOutcome *outcome, FILE *out);

#endif
