/* The C library's clocks: calls of the program's own are recorded, since it measures time by them.
 */
#include <dlfcn.h>
#include <stdbool.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>

#include "host/shim/shim.h"

enum { NS = 1000000000 };

static void timespec_shift(struct timespec *time, int64_t ns)
{
    int64_t sum = time->tv_nsec + ns % NS;
    time->tv_sec += ns / NS + (sum >= NS) - (sum < 0);
    time->tv_nsec = sum + (sum < 0 ? NS : sum >= NS ? -NS : 0);
}

static void timeval_shift(struct timeval *time, int64_t ns)
{
    struct timespec fine = {time->tv_sec, time->tv_usec * 1000};
    timespec_shift(&fine, ns);
    *time = (struct timeval){fine.tv_sec, fine.tv_nsec / 1000};
}

static bool is_wall(clockid_t id)
{
    return id == CLOCK_MONOTONIC || id == CLOCK_MONOTONIC_RAW || id == CLOCK_REALTIME;
}

/* Libraries that begin before this one, a sanitizer's above all, ask for the time already. */
static void *real_of(uint32_t function, const char *symbol)
{
    void *real = shim()->real[function];
    return real ? real : dlsym(RTLD_NEXT, symbol);
}

/* Calls the real function; records it when the program itself asks, and then sees to `shifting`. */
#define CLOCK(function, words, shifting, ...)                                              \
    do {                                                                                   \
        const void *pc = __builtin_return_address(0);                                      \
        bool own = is_program(pc);                                                         \
        ShimCall call = {0};                                                               \
        if (own)                                                                           \
            call_begin(&call, FUNCTION_##function, pc, words);                             \
        __auto_type result =                                                               \
            ((__typeof__(&function))real_of(FUNCTION_##function, #function))(__VA_ARGS__); \
        if (own) {                                                                         \
            int64_t shift = call_clock_shift(&call);                                       \
            (void)shift;                                                                   \
            shifting;                                                                      \
            call_end(&call, CUDA_SUCCESS);                                                 \
        }                                                                                  \
        return result;                                                                     \
    } while (0)

SHIM_EXPORT int clock_gettime(clockid_t id, struct timespec *out)
{
    uint64_t words[PARAMETERS_MAX] = {(uint64_t)id, (uintptr_t)out};
    CLOCK(clock_gettime, words, if (result == 0 && is_wall(id)) timespec_shift(out, shift), id,
          out);
}

SHIM_EXPORT int gettimeofday(struct timeval *restrict out, void *restrict zone)
{
    uint64_t words[PARAMETERS_MAX] = {(uintptr_t)out, (uintptr_t)zone};
    CLOCK(gettimeofday, words, if (result == 0) timeval_shift(out, shift), out, zone);
}

SHIM_EXPORT clock_t clock(void)
{
    uint64_t words[PARAMETERS_MAX] = {0};
    CLOCK(clock, words, (void)0, );
}

SHIM_EXPORT time_t time(time_t *out)
{
    uint64_t words[PARAMETERS_MAX] = {(uintptr_t)out};
    CLOCK(time, words, (void)0, out);
}

SHIM_EXPORT int timespec_get(struct timespec *out, int base)
{
    uint64_t words[PARAMETERS_MAX] = {(uintptr_t)out, (uint64_t)base};
    CLOCK(timespec_get, words, if (result == TIME_UTC) timespec_shift(out, shift), out, base);
}
