/* Runs a program on the simulated libcuda and tells what it found: `culab simulate`. */
#ifndef CULAB_SIMULATE_LAUNCH_H
#define CULAB_SIMULATE_LAUNCH_H

#include "base/error.h"

typedef struct SimulateRequest {
    const char *const *command; /* ended by NULL; [0] is looked up in PATH */
    const char *profile;        /* NULL: what $CULAB_PROFILE says, or the default */
    const char *checks;         /* "race,init"; NULL: all */
    const char *seed;           /* of the schedule; NULL: the plain one */
    const char *report;         /* file for the findings, replaced; NULL: standard error */
    int error_status;           /* exit status when there are findings; 0: the program's own */
} SimulateRequest;

/* Returns the program's exit status, 128 + N for one that signal N ended, or `error_status`. With
 * `error` set the program did not run: an unknown name of a check or a profile, which is told with
 * those that exist, or a library of culab's own that is missing. */
int simulate_run(const SimulateRequest *request, Error *error);

#endif
