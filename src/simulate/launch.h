/* Runs a program on the simulated libcuda and tells what it found: `culab simulate`. */
#ifndef CULAB_SIMULATE_LAUNCH_H
#define CULAB_SIMULATE_LAUNCH_H

#include <stdbool.h>
#include <stdio.h>

#include "base/error.h"
#include "base/view.h"
#include "sim/report_tally.h"

/* What the program's processes reported, and how the program ended. */
typedef struct SimulateOutcome {
    const char *const *command;
    const char *device;  /* the simulated one's name */
    View report;         /* pieces of report_form.h; none where they stand in the file already */
    const char *trouble; /* why the report cannot be read; NULL: it can */
    const ReportTally *tally;
    const char *print_limit; /* as in the request */
    int status, signal;      /* the program's exit status, and the signal that ended it or 0 */
} SimulateOutcome;

typedef struct SimulateRequest {
    const char *const *command; /* ended by NULL; [0] is looked up in PATH */
    const char *profile;        /* NULL: what $CULAB_PROFILE says, or the default */
    const char *checks;         /* "race,init"; NULL: all */
    const char *seed;           /* of the schedule; NULL: the plain one */
    const char *report;         /* file for the findings, replaced; NULL: standard error */
    const char *print_limit;    /* findings to print; NULL: all */
    int error_status;           /* exit status when there are findings; 0: the program's own */
    bool json;                  /* the report's pieces are JSON */
    /* Says it all when the program has ended. */
    void (*show)(const SimulateOutcome *outcome, FILE *out);
} SimulateRequest;

/* Returns the program's exit status, 128 + N for one that signal N ended, or `error_status`. With
 * `error` set the program did not run: an unknown name of a check or a profile, which is told with
 * those that exist, or a library of culab's own that is missing. */
int simulate_run(const SimulateRequest *request, Error *error);

#endif
