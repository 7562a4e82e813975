/* Where the program crashed, noted before the signal ends it. */
#include <signal.h>
#include <string.h>
#include <sys/ucontext.h>

#include "host/shim/shim.h"

enum { STACK_WORDS = 512, STACK_BYTES = 64 << 10 };

static const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP};

static uintptr_t pc_of(const ucontext_t *context)
{
#if defined __x86_64__
    return (uintptr_t)context->uc_mcontext.gregs[REG_RIP];
#elif defined __aarch64__
    return (uintptr_t)context->uc_mcontext.pc;
#else
    (void)context;
    return 0;
#endif
}

static uintptr_t stack_of(const ucontext_t *context)
{
#if defined __x86_64__
    return (uintptr_t)context->uc_mcontext.gregs[REG_RSP];
#elif defined __aarch64__
    return (uintptr_t)context->uc_mcontext.sp;
#else
    (void)context;
    return 0;
#endif
}

/* In a library's function: the first place of the program's own code on the stack, which called it.
 * The stack ends at the environment at the latest. */
static uintptr_t caller_of(const ucontext_t *context)
{
    extern char **environ;
    const uintptr_t *at = (const uintptr_t *)(stack_of(context) & ~(uintptr_t)7);
    const uintptr_t *end = (const uintptr_t *)environ;
    for (int i = 0; i < STACK_WORDS && at && (at < end || !end); i++, at++)
        if (is_program((const void *)*at))
            return *at;
    return 0;
}

static void crash_note(int number, siginfo_t *info, void *state)
{
    signal(number, SIG_DFL); /* should this fault, too, it is over */
    const ucontext_t *context = state;
    uintptr_t pc = pc_of(context);
    LogCrash *record = log_add(LOG_CRASH, sizeof *record);
    if (record) {
        record->signal = (uint32_t)number;
        record->pc = is_program((const void *)pc) ? pc : 0;
        record->caller = record->pc ? 0 : caller_of(context);
        record->address = (uintptr_t)info->si_addr;
        record->call = calls_current();
    }
    raise(number);
}

__attribute__((constructor)) static void crash_watch(void)
{
    static char stack[STACK_BYTES];
    stack_t other = {.ss_sp = stack, .ss_size = sizeof stack};
    struct sigaction action = {.sa_sigaction = crash_note,
                               .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
    sigaltstack(&other, NULL);
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        sigaction(signals[i], &action, NULL);
}
