/* culab-worker: compiles and runs learners' kernels for culab, which speaks to it on standard input
 * and output. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/fd.h"
#include "worker/worker.h"

/* Stands in a folder that holds nothing to be read, so that no relative name leads to a file. NVRTC
 * needs one that exists: it does not look whether getcwd worked. */
static bool stand_nowhere(void)
{
    return chdir("/proc/self/ns") == 0 || chdir("/proc/self/fdinfo") == 0;
}

/* Frees descriptors 0 and 1 for what kernels and drivers do with them: nothing is read, and what is
 * printed goes into a file in memory. */
static bool take_standard(int *in, int *out, int *captured)
{
    *in = fcntl(0, F_DUPFD_CLOEXEC, 3);
    *out = fcntl(1, F_DUPFD_CLOEXEC, 3);
    *captured = memfd_create("culab-printf", MFD_CLOEXEC);
    int null = open("/dev/null", O_RDONLY | O_CLOEXEC);
    return *in >= 0 && *out >= 0 && *captured >= 0 && null >= 0 && dup2(null, 0) == 0 &&
           dup2(*captured, 1) == 1;
}

int main(int count, char **arguments)
{
    Worker *worker = memory_alloc(sizeof *worker);
    int in, out;
    if (count > 1) {
        bool asked = !strcmp(arguments[1], "--help");
        fprintf(
            asked ? stdout : stderr,
            "culab-worker speaks a protocol with culab on standard input and output; it takes no "
            "arguments.\n");
        return asked ? 0 : 2;
    }
    signal(SIGPIPE, SIG_IGN);
    if (!take_standard(&in, &out, &worker->captured)) {
        perror("culab-worker");
        return 3;
    }
    if (!stand_nowhere()) {
        fprintf(stderr, "culab-worker: /proc is not there: %s\n", strerror(errno));
        return 3;
    }
    worker->port = port_new(in, out);
    worker_serve(worker);
}
