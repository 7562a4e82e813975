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

#ifdef CULAB_SANITIZE
/* NVRTC's own code reads texts past their ends, which is not ours to mend: strlen() and its kin are
 * not watched by the address sanitizer. */
const char *__asan_default_options(void);

__attribute__((visibility("default"), used)) const char *__asan_default_options(void)
{
    return "intercept_strlen=0:replace_str=0";
}
#endif

static bool stand_in_removed(const char *parent)
{
    StrBuf folder = {0};
    strbuf_format(&folder, "%s/culab-worker-XXXXXX", parent);
    bool done = mkdtemp(folder.data) && chdir(folder.data) == 0 && rmdir(folder.data) == 0;
    strbuf_free(&folder);
    return done;
}

/* Stands in a folder that is no more, so that no relative name leads to a file. */
static bool stand_nowhere(void)
{
    const char *chosen = getenv("TMPDIR");
    return (chosen && stand_in_removed(chosen)) || stand_in_removed("/tmp") ||
           stand_in_removed("/dev/shm") || stand_in_removed("/var/tmp");
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
        fprintf(stderr, "culab-worker: no folder can be made in $TMPDIR, /tmp or /dev/shm: %s\n",
                strerror(errno));
        return 3;
    }
    worker->port = port_new(in, out);
    worker_serve(worker);
}
