/* Counts the bytes that a kernel touches: each once, of shared and local memory those of blocks
 * that run at the same time. */
#ifndef CULAB_TESTS_BENCH_TOUCHED_H
#define CULAB_TESTS_BENCH_TOUCHED_H

#include "sim/observer.h"

typedef struct Touched Touched;

Touched *touched_new(void);
void touched_free(Touched *touched);
/* It has to be told of the allocations whose bytes count. */
const SimObserver *touched_observer(const Touched *touched);

typedef struct TouchedBytes {
    uint64_t global, shared, local;
} TouchedBytes;
TouchedBytes touched_bytes(const Touched *touched);

#endif
