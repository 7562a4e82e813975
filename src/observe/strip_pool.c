/* Memory for slots, cut from chunks that grow with what has been taken. */
#include "observe/strip_pool.h"

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
    size_t size;
    bool mapped; /* or from the heap */
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
    chunk->mapped = true;
    return chunk;
}

static void chunk_use(StripPool *pool, PoolChunk *chunk, bool used_before)
{
    chunk->next = pool->chunks;
    pool->chunks = chunk;
    pool->at = (unsigned char *)chunk + CHUNK_HEADER;
    pool->left = chunk->size - CHUNK_HEADER;
    pool->total += chunk->size;
    pool->used_before = used_before;
}

/* One from before with room for `bytes`. */
static bool chunk_reuse(StripPool *pool, size_t bytes)
{
    PoolChunk **at = &pool->spare;
    while (*at && (*at)->size < bytes + CHUNK_HEADER)
        at = &(*at)->next;
    PoolChunk *chunk = *at;
    if (!chunk)
        return false;
    *at = chunk->next;
    chunk_use(pool, chunk, true);
    return true;
}

/* A chunk that has room for `bytes`. */
static bool chunk_add(StripPool *pool, size_t bytes)
{
    size_t size = CHUNK_LEAST;
    if (chunk_reuse(pool, bytes))
        return true;
    while (size < CHUNK_MOST && (size < pool->total || size < bytes + CHUNK_HEADER))
        size *= 2;
    PoolChunk *chunk = size == CHUNK_MOST ? chunk_map() : aligned_alloc(CHUNK_HEADER, size);
    if (!chunk)
        return false;
    if (size < CHUNK_MOST)
        memset(chunk, 0, size);
    chunk->size = size;
    chunk_use(pool, chunk, false);
    return true;
}

static unsigned number_of(size_t bytes)
{
    const unsigned bits = 63u - (unsigned)__builtin_clzll(bytes) - POOL_LEAST_BITS;
    return 2 * bits + ((bytes & (bytes - 1)) != 0);
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
    return pool->used_before ? memset(memory, 0, bytes) : memory;
}

void pool_give(StripPool *pool, void *memory, size_t bytes)
{
    PoolFree *freed = memory;
    if (!freed)
        return;
    freed->next = pool->free[number_of(bytes)];
    pool->free[number_of(bytes)] = freed;
}

static size_t size_of(const PoolChunk *chunk)
{
    size_t size = 0;
    for (; chunk; chunk = chunk->next)
        size += chunk->size;
    return size;
}

void pool_rewind(StripPool *pool, size_t most)
{
    if (pool->total + size_of(pool->spare) > most) {
        pool_free(pool);
        return;
    }
    PoolChunk *spare = pool->spare;
    for (PoolChunk *chunk = pool->chunks, *next; chunk; chunk = next) {
        next = chunk->next;
        chunk->next = spare;
        spare = chunk;
    }
    *pool = (StripPool){.spare = spare};
}

static void chunks_free(PoolChunk *chunk)
{
    for (PoolChunk *next; chunk; chunk = next) {
        next = chunk->next;
        if (chunk->mapped)
            munmap(chunk, chunk->size);
        else
            free(chunk);
    }
}

void pool_free(StripPool *pool)
{
    chunks_free(pool->chunks);
    chunks_free(pool->spare);
    *pool = (StripPool){0};
}
