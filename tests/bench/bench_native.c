/* A loop in C that does nothing but move memory. */
#include "bench_native.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"

enum { ELEMENTS = 16 << 20, THREADS_MOST = 64 };

typedef struct Part {
    const float *a, *b;
    float *c;
    size_t count;
    pthread_t thread;
} Part;

static void *add(void *argument)
{
    const Part *part = argument;
    for (size_t i = 0; i < part->count; i++)
        part->c[i] = part->a[i] + part->b[i];
    return NULL;
}

static double add_in_parts(Part *parts, uint32_t threads)
{
    uint32_t started = 1;
    int64_t began = clock_now_ns();
    while (started < threads &&
           pthread_create(&parts[started].thread, NULL, add, &parts[started]) == 0)
        started++;
    add(&parts[0]);
    for (uint32_t i = 1; i < started; i++)
        pthread_join(parts[i].thread, NULL);
    return started == threads ? (double)(clock_now_ns() - began) * 1e-9 : 0;
}

double native_add(uint32_t threads)
{
    Part parts[THREADS_MOST];
    float *memory = malloc(3 * sizeof(float) * (size_t)ELEMENTS);
    double seconds = 0;
    if (memory && threads && threads <= THREADS_MOST) {
        memset(memory, 0, 3 * sizeof(float) * (size_t)ELEMENTS);
        for (uint32_t i = 0; i < threads; i++) {
            size_t from = (size_t)ELEMENTS / threads * i;
            parts[i] = (Part){.a = memory + from,
                              .b = memory + ELEMENTS + from,
                              .c = memory + 2 * (size_t)ELEMENTS + from,
                              .count = (size_t)ELEMENTS / threads};
        }
        seconds = add_in_parts(parts, threads);
    }
    free(memory);
    return seconds;
}
