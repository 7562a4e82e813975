/* Typed growing arrays: VEC(int) numbers = {0}; vec_push(&numbers, 3); numbers.data[0]. */
#ifndef CULAB_BASE_VEC_H
#define CULAB_BASE_VEC_H

#include <stddef.h>
#include <stdlib.h>

#include "base/memory.h"

#define VEC(T)           \
    struct {             \
        T *data;         \
        size_t size;     \
        size_t capacity; \
    }

#define vec_reserve(v, n)                                                       \
    do {                                                                        \
        size_t vec_need_ = (n);                                                 \
        if ((v)->capacity < vec_need_) {                                        \
            size_t vec_cap_ = (v)->capacity ? (v)->capacity : 8;                \
            while (vec_cap_ < vec_need_)                                        \
                vec_cap_ *= 2;                                                  \
            (v)->data = memory_resize((v)->data, vec_cap_, sizeof(*(v)->data)); \
            (v)->capacity = vec_cap_;                                           \
        }                                                                       \
    } while (0)

#define vec_push(v, ...)                        \
    do {                                        \
        vec_reserve((v), (v)->size + 1);        \
        (v)->data[(v)->size++] = (__VA_ARGS__); \
    } while (0)

#define vec_pop(v) ((v)->data[--(v)->size])
#define vec_last(v) ((v)->data[(v)->size - 1])
#define vec_clear(v) ((void)((v)->size = 0))
#define vec_free(v)                    \
    do {                               \
        free((v)->data);               \
        (v)->data = NULL;              \
        (v)->size = (v)->capacity = 0; \
    } while (0)

#endif
