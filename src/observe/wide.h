/* Loops over a warp's lanes for processors with wider vectors than the least that is needed. */
#ifndef CULAB_OBSERVE_WIDE_H
#define CULAB_OBSERVE_WIDE_H

#include <stdint.h>

/* A function with this is compiled twice, with what it inlines; which one runs is chosen when the
 * library is loaded: too early for the thread sanitizer. */
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_THREAD__)
#define OBSERVE_WIDE __attribute__((target_clones("avx2", "default")))
#else
#define OBSERVE_WIDE
#endif

#define ALWAYS_INLINE __attribute__((always_inline))

/* Numbers side by side, wherever they begin. A comparison gives all bits or none. */
typedef uint64_t Four __attribute__((vector_size(32), aligned(8), may_alias));
typedef int64_t FourSigned __attribute__((vector_size(32), aligned(8), may_alias));
enum { FOUR = 4 };
#define FOUR_AT(array, k) (*(const Four *)((array) + (k)))
#define FOUR_FROM(first, step)                                         \
    ((Four){(first), (first) + (step), (first) + 2 * (uint64_t)(step), \
            (first) + 3 * (uint64_t)(step)})
#define FOUR_JOINED(four) ((four)[0] | (four)[1] | (four)[2] | (four)[3])

#endif
