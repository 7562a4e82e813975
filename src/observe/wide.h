/* Loops over a warp's lanes for processors with wider vectors than the least that is needed. */
#ifndef CULAB_OBSERVE_WIDE_H
#define CULAB_OBSERVE_WIDE_H

/* A function with this is compiled twice, with what it inlines; which one runs is chosen when the
 * library is loaded: too early for the thread sanitizer. */
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_THREAD__)
#define OBSERVE_WIDE __attribute__((target_clones("avx2", "default")))
#else
#define OBSERVE_WIDE
#endif

#define ALWAYS_INLINE __attribute__((always_inline))

#endif
