/* How long a person waits: from the last key to the screen that shows its result.
 *
 * Off unless $CULAB_TIMING names a file. Each time a verdict is shown after a key, a line is added:
 * milliseconds from the key's arrival until the screen was written, and then those of AttemptTimes:
 * waiting for further keys, inside NVRTC, compiling, runs, kernels, judging. tests/bench/live.py
 * reads them. */
#ifndef CULAB_APP_TIMING_H
#define CULAB_APP_TIMING_H

#include <stdint.h>

#include "session/session.h"

typedef struct Timing {
    int fd;         /* -1: off */
    int64_t key_ns; /* 0: no key is waiting for its result */
} Timing;

void timing_open(Timing *timing);
void timing_close(Timing *timing);
void timing_key(Timing *timing, int64_t at_ns);
/* The screen has just been written. */
void timing_shown(Timing *timing, const Session *session);

#endif
