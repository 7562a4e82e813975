/* The C library's clocks: calls of the program's own are recorded, since it measures time by them.
 */
#include <string.h>
#include <sys/time.h>
#include <time.h>

#include "host/shim/shim.h"

/* Calls the real function; records it when the program itself asks. */
#define CLOCK(function, words, ...)                                                  \
    do {                                                                             \
        const void *pc = __builtin_return_address(0);                                \
        bool own = is_program(pc);                                                   \
        ShimCall call = {0};                                                         \
        if (own)                                                                     \
            call_begin(&call, FUNCTION_##function, pc, words);                       \
        __auto_type result =                                                         \
            ((__typeof__(&function))shim()->real[FUNCTION_##function])(__VA_ARGS__); \
        if (own)                                                                     \
            call_end(&call, CUDA_SUCCESS);                                           \
        return result;                                                               \
    } while (0)

SHIM_EXPORT int clock_gettime(clockid_t id, struct timespec *out)
{
    uint64_t words[PARAMETERS_MAX] = {(uint64_t)id, (uintptr_t)out};
    CLOCK(clock_gettime, words, id, out);
}

SHIM_EXPORT int gettimeofday(struct timeval *restrict out, void *restrict zone)
{
    uint64_t words[PARAMETERS_MAX] = {(uintptr_t)out, (uintptr_t)zone};
    CLOCK(gettimeofday, words, out, zone);
}

SHIM_EXPORT clock_t clock(void)
{
    uint64_t words[PARAMETERS_MAX] = {0};
    CLOCK(clock, words, );
}

SHIM_EXPORT time_t time(time_t *out)
{
    uint64_t words[PARAMETERS_MAX] = {(uintptr_t)out};
    CLOCK(time, words, out);
}

SHIM_EXPORT int timespec_get(struct timespec *out, int base)
{
    uint64_t words[PARAMETERS_MAX] = {(uintptr_t)out, (uint64_t)base};
    CLOCK(timespec_get, words, out, base);
}
