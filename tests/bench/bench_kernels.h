/* The benchmark's kernels with their launches: a row each, the PTX is kernels/bench/NAME.ptx. */
#ifndef CULAB_TESTS_BENCH_KERNELS_H
#define CULAB_TESTS_BENCH_KERNELS_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/observer.h"

enum { BENCH_ARGS = 7 };

/* An argument: a buffer of `buffer_bytes`, or a value of 4 or 8 bytes. `cleared`: a buffer that is
 * all 0 before each launch; others are filled once. */
typedef struct BenchArg {
    uint64_t buffer_bytes;
    uint64_t value;
    bool cleared;
} BenchArg;

typedef struct Bench {
    const char *name; /* of the kernel and its file */
    SimDim grid, block;
    BenchArg args[BENCH_ARGS];
    const char *file; /* NULL: the name */
    bool cooperative;
} Bench;

extern const Bench benches[]; /* ends with name == NULL */
/* Kernels of more kinds, in the same way: what those do not do. */
extern const Bench more_benches[];

/* Accesses that shadows take more for: kernels of kernels/bench/shadow.ptx. */
typedef struct ShadowBench {
    const char *what;
    Bench bench;
} ShadowBench;
extern const ShadowBench shadow_benches[]; /* ends with what == NULL */

/* The vector addition of `threads` elements. */
Bench bench_scaled(uint64_t threads);

#endif
