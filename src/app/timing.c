/* How long a person waits: from the last key to the screen that shows its result. */
#include "app/timing.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/fd.h"

void timing_open(Timing *timing)
{
    const char *path = getenv("CULAB_TIMING");
    timing->key_ns = 0;
    timing->fd = path ? open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600) : -1;
}

void timing_close(Timing *timing)
{
    fd_close(&timing->fd);
}

void timing_key(Timing *timing, int64_t at_ns)
{
    timing->key_ns = at_ns;
}

static bool settled(const Session *session)
{
    const CompileResult *compile = session_compile(session);
    return compile && session_phase(session) == PHASE_IDLE && !session_stale(session);
}

void timing_shown(Timing *timing, const Session *session)
{
    char line[192];
    const AttemptTimes *times = session_times(session);
    if (timing->fd < 0 || !timing->key_ns || !settled(session))
        return;
    double total = (double)(clock_now_ns() - timing->key_ns) / 1e6;
    int size =
        snprintf(line, sizeof line, "%.3f %.3f %.3f %.3f %.3f %.3f %.3f\n", total, times->waited,
                 times->nvrtc, times->compile, times->runs, times->kernels, times->judging);
    timing->key_ns = 0;
    fd_write_all(timing->fd, line, (size_t)size);
}
