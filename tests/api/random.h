/* What the recorders of random calls share: numbers that follow from a seed, calls told as text,
 * and one process for each seed. A recorder draws calls from a table; what it draws next never
 * depends on what a driver answered, so that two drivers are asked the same until their answers
 * differ. */
#ifndef CULAB_TESTS_API_RANDOM_H
#define CULAB_TESTS_API_RANDOM_H

#include "recorder.h"

#include <stdarg.h>
#include <stdbool.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define PICK(array) ((array)[below(COUNT(array))])

static uint64_t drawn;

/* splitmix64 */
static inline uint64_t draw(void)
{
    uint64_t z = drawn += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static inline unsigned below(size_t count)
{
    return (unsigned)(draw() % count);
}

/* Once in `count` times. */
static inline bool rarely(unsigned count)
{
    return below(count) == 0;
}

static char call_text[512];

__attribute__((format(printf, 1, 2))) static inline void call_told(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(call_text, sizeof call_text, format, arguments);
    va_end(arguments);
}

static CUresult answer;

/* TELL(cuFunction, (arguments), format, ...): the call is told as function, text, result. */
#define TELL(function, arguments, ...)                           \
    do {                                                         \
        call_told(__VA_ARGS__);                                  \
        answer = CUDA_ERROR_UNKNOWN;                             \
        if (sigsetjmp(before_crash, 1))                          \
            printf(#function "(%s) = crash\n", call_text);       \
        else                                                     \
            printf(#function "(%s) = %s\n", call_text,           \
                   result_name(answer = cu.function arguments)); \
        fflush(stdout);                                          \
    } while (0)

/* What a call gave back, told only when it succeeded. */
__attribute__((format(printf, 1, 2))) static inline void gave(const char *format, ...)
{
    if (answer != CUDA_SUCCESS)
        return;
    va_list arguments;
    va_start(arguments, format);
    printf("  ");
    vprintf(format, arguments);
    printf("\n");
    va_end(arguments);
}

/* A row of a recorder's table: how often it is drawn beside the others. */
typedef struct Call {
    void (*make)(void);
    unsigned weight;
} Call;

static inline void calls_make(const Call *calls, size_t count, unsigned number)
{
    unsigned whole = 0;
    for (size_t i = 0; i < count; i++)
        whole += calls[i].weight;
    while (number--) {
        unsigned at = below(whole);
        size_t i = 0;
        while (at >= calls[i].weight)
            at -= calls[i++].weight;
        calls[i].make();
    }
}

/* The section [seed SEED], by `run` in a process of its own. Returns its exit status. */
static inline int record_seed(const char *libcuda, unsigned seed, void (*run)(void))
{
    printf("[seed %u]\n", seed);
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        if (!library_load(libcuda))
            _exit(2);
        signal(SIGSEGV, crashed);
        signal(SIGBUS, crashed);
        signal(SIGFPE, crashed);
        alarm(30); /* a driver that crashed may hold a lock of its own for good */
        drawn = seed;
        begin();
        run();
        fflush(stdout);
        _exit(0);
    }
    int status;
    waitpid(child, &status, 0);
    if (WIFSIGNALED(status))
        printf("killed by signal %d\n", WTERMSIG(status));
    return WIFSIGNALED(status) ? 0 : WEXITSTATUS(status);
}

/* Sections of the seeds from `first` to `last`, except some: those in which NVIDIA's driver
 * crashes, after which it says nothing that could be compared, or answers by luck. Others when the
 * command line asks for them. */
static inline int record_seeds(int count, char **arguments, unsigned first, unsigned last,
                               const unsigned *except, size_t except_count, void (*run)(void))
{
    if (count != 2 && count != 4) {
        fprintf(stderr, "usage: %s LIBCUDA [FIRST COUNT]\n", arguments[0]);
        return 2;
    }
    if (count == 4) {
        first = (unsigned)atoi(arguments[2]);
        last = first + (unsigned)atoi(arguments[3]) - 1;
        except_count = 0;
    }
    int status = 0;
    for (unsigned seed = first; seed <= last && !status; seed++) {
        size_t i = 0;
        while (i < except_count && except[i] != seed)
            i++;
        if (i == except_count)
            status = record_seed(arguments[1], seed, run);
    }
    return status;
}

#endif
