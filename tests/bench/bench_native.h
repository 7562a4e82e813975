/* A loop in C that does nothing but move memory: what the machine's memory gives to one thread and
 * to several. */
#ifndef CULAB_BENCH_NATIVE_H
#define CULAB_BENCH_NATIVE_H

#include <stdint.h>

/* Seconds for c = a + b on 16 million floats each, in as many threads; 0: no memory, no threads. */
double native_add(uint32_t threads);

#endif
