/* Starting programs. The error pipe closes by itself on exec; if exec fails it carries errno. */
#include "base/spawn.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"

static bool place(int from, int to)
{
    if (from < 0)
        from = open("/dev/null", O_RDWR | O_CLOEXEC);
    if (from == to)
        return fcntl(to, F_SETFD, 0) == 0;
    return from >= 0 && dup2(from, to) == to;
}

enum { SPAWN_EXTRA = 8 };

/* Moves a descriptor above the three that are about to be replaced. */
static int lift(int fd)
{
    return fd >= 0 && fd < 3 ? fcntl(fd, F_DUPFD_CLOEXEC, 3) : fd;
}

/* All but the first ones and `report`, which lies above them. */
static void close_others(int first, int report)
{
    if (report > first)
        syscall(SYS_close_range, (unsigned)first, (unsigned)report - 1, 0u);
    syscall(SYS_close_range, (unsigned)report + 1, ~0u, 0u);
}

/* Puts the extra descriptors behind the first three; they have been lifted out of the way. */
static bool place_extra(const SpawnRequest *request)
{
    int lifted[SPAWN_EXTRA];
    for (size_t i = 0; i < request->extra_count; i++)
        if ((lifted[i] = fcntl(request->extra[i], F_DUPFD_CLOEXEC, 3 + SPAWN_EXTRA)) < 0)
            return false;
    for (size_t i = 0; i < request->extra_count; i++)
        if (dup2(lifted[i], 3 + (int)i) < 0)
            return false;
    return true;
}

static void reset_signals(void)
{
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    for (int number = 1; number < NSIG; number++)
        signal(number, SIG_DFL);
}

static bool set_limit(int resource, rlim_t value)
{
    struct rlimit limit = {value, value};
    return value == 0 || setrlimit((__rlimit_resource_t)resource, &limit) == 0;
}

static bool prepare_child(const SpawnRequest *request, pid_t parent)
{
    if (request->own_group)
        setpgid(0, 0);
    if (request->die_with_parent) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() != parent)
            _exit(127);
    }
    int input = lift(request->input), output = lift(request->output),
        errors = lift(request->errors);
    if (!place(input, 0) || !place(output, 1) || !place(errors, 2))
        return false;
    if (request->folder && chdir(request->folder) != 0)
        return false;
    for (const char *const *entry = request->environment; entry && *entry; entry++)
        if (putenv((char *)*entry) != 0)
            return false;
    return place_extra(request) && set_limit(RLIMIT_CPU, (rlim_t)request->cpu_seconds) &&
           set_limit(RLIMIT_AS, (rlim_t)request->memory_bytes) &&
           set_limit(RLIMIT_DATA, (rlim_t)request->data_bytes) &&
           set_limit(RLIMIT_FSIZE, (rlim_t)request->file_bytes) &&
           (!request->confine || request->confine(request->confine_state));
}

static _Noreturn void run_child(const SpawnRequest *request, pid_t parent, int report)
{
    int low = report;
    report = fcntl(low, F_DUPFD_CLOEXEC, 3 + SPAWN_EXTRA);
    reset_signals();
    if (report < 0) {
        report = low;
    } else if (prepare_child(request, parent)) {
        close_others(3 + (int)request->extra_count, report);
        execvp(request->arguments[0], (char *const *)request->arguments);
    }
    int cause = errno;
    ssize_t ignored = write(report, &cause, sizeof cause);
    (void)ignored;
    _exit(127);
}

bool spawn_start(const SpawnRequest *request, pid_t *pid, Error *error)
{
    int report[2], cause = 0;
    if (pipe2(report, O_CLOEXEC) != 0)
        return error_errno(error, "cannot start %s", request->arguments[0]);
    pid_t parent = getpid();
    *pid = fork();
    if (*pid == 0)
        run_child(request, parent, report[1]);
    cause = *pid < 0 ? errno : 0;
    close(report[1]);
    while (*pid > 0 && read(report[0], &cause, sizeof cause) < 0 && errno == EINTR)
        continue;
    close(report[0]);
    if (cause == 0)
        return true;
    if (*pid > 0)
        waitpid(*pid, NULL, 0);
    *pid = -1;
    errno = cause;
    return error_errno(error, "cannot start %s", request->arguments[0]);
}

bool spawn_wait(pid_t pid, int *status)
{
    int state = 0;
    while (waitpid(pid, &state, 0) < 0)
        if (errno != EINTR)
            return false;
    if (status)
        *status = state;
    return WIFEXITED(state) && WEXITSTATUS(state) == 0;
}

bool spawn_ends_within(pid_t pid, int milliseconds)
{
    struct pollfd watched = {.fd = (int)syscall(SYS_pidfd_open, pid, 0u), .events = POLLIN};
    int64_t end = clock_now_ns() + (int64_t)milliseconds * 1000000;
    int ready = 1;
    if (watched.fd < 0)
        return true;
    do {
        int64_t left = (end - clock_now_ns()) / 1000000;
        ready = poll(&watched, 1, left > 0 ? (int)left : 0);
    } while (ready < 0 && errno == EINTR);
    close(watched.fd);
    return ready != 0;
}

void spawn_describe(int status, StrBuf *out)
{
    if (WIFSIGNALED(status))
        strbuf_format(out, "killed by SIG%s (%s)", sigabbrev_np(WTERMSIG(status)),
                      strsignal(WTERMSIG(status)));
    else
        strbuf_format(out, "exited with status %d", WEXITSTATUS(status));
}
