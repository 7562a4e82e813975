/* Memory for slots, cut from chunks that grow with what has been taken. */
#include "observe/strip_pool.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum {
    CHUNK_LEAST = 4096,
    CHUNK_MOST = 2 << 20, /* a large page of the processor */
    CHUNK_HEADER = 64,
    ALIAS = 4096, /* the processor confuses addresses so far apart, */
    STAGGER = 320 /* so what is that long doesn't lie just behind another one */
};

struct PoolChunk {
    PoolChunk *next;
    size_t mapped; /* bytes; 0: from the heap */
};

struct PoolFree {
    PoolFree *next;
};

static PoolChunk *chunk_map(void)
{
    const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
    unsigned char *at = mmap(NULL, 2 * (size_t)CHUNK_MOST, PROT_READ | PROT_WRITE, flags, -1, 0);
    if (at == MAP_FAILED)
        return NULL;
    size_t before = -(uintptr_t)at & (CHUNK_MOST - 1);
    if (before)
        munmap(at, before);
    munmap(at + before + CHUNK_MOST, CHUNK_MOST - before);
    madvise(at + before, CHUNK_MOST, MADV_HUGEPAGE);
    PoolChunk *chunk = (PoolChunk *)(void *)(at + before);
    chunk->mapped = CHUNK_MOST;
    return chunk;
}

/* A chunk that has room for `bytes`. */
static bool chunk_add(StripPool *pool, size_t bytes)
{
    size_t size = CHUNK_LEAST;
    while (size < CHUNK_MOST && (size < pool->total || size < bytes + CHUNK_HEADER))
        size *= 2;
    PoolChunk *chunk = size == CHUNK_MOST ? chunk_map() : aligned_alloc(CHUNK_HEADER, size);
    if (!chunk)
        return false;
    if (size < CHUNK_MOST)
        memset(chunk, 0, size);
    chunk->next = pool->chunks;
    pool->chunks = chunk;
    pool->at = (unsigned char *)chunk + CHUNK_HEADER;
    pool->left = size - CHUNK_HEADER;
    pool->total += size;
    return true;
}

static unsigned number_of(size_t bytes)
{
    return (unsigned)__builtin_ctzll(bytes) - POOL_LEAST_BITS;
}

static size_t room_for(size_t bytes)
{
    return bytes < ALIAS ? bytes : bytes + STAGGER;
}

/* What is left of a chunk stays of use. */
static void give_rest(StripPool *pool)
{
    size_t bytes = (size_t)1 << (POOL_LEAST_BITS + POOL_SIZES - 1);
    for (; bytes >= (size_t)1 << POOL_LEAST_BITS; bytes /= 2)
        while (pool->left >= room_for(bytes)) {
            pool_give(pool, pool->at, bytes);
            pool->at += room_for(bytes);
            pool->left -= room_for(bytes);
        }
}

void *pool_take(StripPool *pool, size_t bytes)
{
    PoolFree **first = &pool->free[number_of(bytes)];
    void *memory = *first;
    if (memory) {
        *first = (*first)->next;
        return memset(memory, 0, bytes);
    }
    const size_t room = room_for(bytes);
    if (pool->left < room) {
        give_rest(pool);
        if (!chunk_add(pool, room))
            return NULL;
    }
    memory = pool->at;
    pool->at += room;
    pool->left -= room;
    return memory;
}

void pool_give(StripPool *pool, void *memory, size_t bytes)
{
    PoolFree *freed = memory;
    if (!freed)
        return;
    freed->next = pool->free[number_of(bytes)];
    pool->free[number_of(bytes)] = freed;
}

void pool_free(StripPool *pool)
{
    for (PoolChunk *chunk = pool->chunks, *next; chunk; chunk = next) {
        next = chunk->next;
        if (chunk->mapped)
            munmap(chunk, chunk->mapped);
        else
            free(chunk);
    }
    *pool = (StripPool){0};
}
