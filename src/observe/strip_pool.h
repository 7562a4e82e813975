/* Zeroed memory for slots, in sizes that are powers of two: what is given back is handed out again,
 * and much of it comes in large pages, so that little time goes into touching it first. */
#ifndef CULAB_OBSERVE_STRIP_POOL_H
#define CULAB_OBSERVE_STRIP_POOL_H

#include <stddef.h>

enum { POOL_LEAST_BITS = 6, POOL_SIZES = 15 };

typedef struct PoolChunk PoolChunk;
typedef struct PoolFree PoolFree;
typedef struct StripPool {
    PoolChunk *chunks;
    unsigned char *at; /* what is left of the last one */
    size_t left, total;
    PoolFree *free[POOL_SIZES]; /* by size */
} StripPool;

/* `bytes`: a power of two from 64 up to 1 MB. NULL: no memory. */
void *pool_take(StripPool *pool, size_t bytes);
void pool_give(StripPool *pool, void *memory, size_t bytes); /* NULL is fine */
void pool_free(StripPool *pool);

#endif
