/* Whether the program does nothing but wait while a kernel runs. */
#include "sim/api/host_rests.h"

#include <inttypes.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>

#include "sim/api/state.h"

/* Signals that come of the program's own doing, or that the C library handles for its threads. */
static uint64_t harmless_signals(void)
{
    static const int signals[] = {SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS};
    uint64_t set = 0;
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        set |= UINT64_C(1) << (signals[i] - 1);
    for (int number = __SIGRTMIN; number < SIGRTMIN; number++)
        set |= UINT64_C(1) << (number - 1);
    return set;
}

/* False: the kernel doesn't tell. */
static bool process_state(unsigned *threads, uint64_t *caught)
{
    char line[256];
    int found = 0;
    FILE *status = fopen("/proc/self/status", "re");
    if (!status)
        return false;
    while (fgets(line, sizeof line, status))
        found += sscanf(line, "Threads: %u", threads) == 1 ||
                 sscanf(line, "SigCgt: %" SCNx64, caught) == 1;
    fclose(status);
    return found == 2;
}

bool host_rests(void)
{
    Library *lib = library();
    unsigned threads;
    uint64_t caught;
    pthread_mutex_lock(&lib->lock);
    bool waits = lib->waiting && !lib->forward_always;
    unsigned own = lib->forward ? 1 : 0;
    pthread_mutex_unlock(&lib->lock);
    return waits && process_state(&threads, &caught) && threads == 1 + own &&
           (caught & ~harmless_signals()) == 0;
}
