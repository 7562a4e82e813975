/* Zeroed memory for slots, in few sizes: what is given back is handed out again,
 * and much of it comes in large pages, so that little time goes into touching it first. */
#ifndef CULAB_OBSERVE_STRIP_POOL_H
#define CULAB_OBSERVE_STRIP_POOL_H

#include <stdbool.h>
#include <stddef.h>

enum { POOL_LEAST_BITS = 6, POOL_SIZES = 15 };

typedef struct PoolChunk PoolChunk;
typedef struct PoolFree PoolFree;
typedef struct StripPool {
    PoolChunk *chunks, *spare; /* in use, newest first; from before the last rewind, oldest first */
    unsigned char *at;         /* what is left of the last one */
    size_t left, total;        /* `total`: of those in use */
    bool used_before;          /* what is left may not be zero */
    PoolFree *free[2 * POOL_SIZES]; /* by size: a power of two, or what lies above it */
} StripPool;

/* `bytes`: from 64 up to 1 MB, a power of two or another multiple of 64, of which there is one
 * between each two powers of two. NULL: no memory. */
void *pool_take(StripPool *pool, size_t bytes);
void pool_give(StripPool *pool, void *memory, size_t bytes); /* NULL is fine */
/* Takes all back and keeps up to `most` bytes of memory for what is taken from now on: pages that
 * are touched for the first time cost more than the work on them. */
void pool_rewind(StripPool *pool, size_t most);
void pool_free(StripPool *pool);

#endif
