/* signalfd, and handlers for faults. */
#include "app/signals.h"

#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "base/memory.h"

static const int waited_for[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGCONT, SIGWINCH};
static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};

/* A signal handler has no other way to get its context. */
static struct {
    void (*rescue)(void *);
    void *context;
    volatile sig_atomic_t done;
} fault;

/* Never runs, since its signal is blocked. Without a handler of ours curses would add its own and
 * ignore the signal for the time of each update, and a blocked signal that waits is lost when it
 * comes to be ignored. */
static void handle_stop(int number)
{
    (void)number;
}

int signals_open(void)
{
    sigset_t set;
    sigemptyset(&set);
    for (size_t i = 0; i < sizeof waited_for / sizeof *waited_for; i++)
        sigaddset(&set, waited_for[i]);
    if (sigprocmask(SIG_BLOCK, &set, NULL) != 0)
        return -1;
    signal(SIGTSTP, handle_stop);
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
    return signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

int signals_next(int fd)
{
    struct signalfd_siginfo info;
    return read(fd, &info, sizeof info) == (ssize_t)sizeof info ? (int)info.ssi_signo : 0;
}

static void run_rescue(void)
{
    if (fault.done || !fault.rescue)
        return;
    fault.done = 1;
    fault.rescue(fault.context);
}

static void handle_fault(int number)
{
    run_rescue();
    signal(number, SIG_DFL);
    raise(number);
}

static void handle_exhaustion(void *context)
{
    (void)context;
    run_rescue();
}

void signals_on_fault(void (*rescue)(void *), void *context)
{
    static char stack[1 << 16]; /* a handler for a stack overflow needs one of its own */
    fault.rescue = rescue;
    fault.context = context;
    stack_t other = {.ss_sp = stack, .ss_size = sizeof stack};
    sigaltstack(&other, NULL);
    struct sigaction action = {.sa_handler = handle_fault, .sa_flags = SA_ONSTACK | SA_NODEFER};
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
        sigaction(faults[i], &action, NULL);
    memory_on_exhaustion(handle_exhaustion, NULL);
}

void signals_stop_here(int whole_job)
{
    sigset_t set;
    if (!whole_job) {
        raise(SIGSTOP);
        return;
    }
    sigemptyset(&set);
    sigaddset(&set, SIGTSTP);
    signal(SIGTSTP, SIG_DFL);
    sigprocmask(SIG_UNBLOCK, &set, NULL);
    kill(0, SIGTSTP);
    sigprocmask(SIG_BLOCK, &set, NULL);
    signal(SIGTSTP, handle_stop);
}
