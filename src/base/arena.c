/* Memory that is freed all at once. */
#include "base/arena.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "base/memory.h"
#include "base/strbuf.h"

enum {
    CHUNK_SIZE = 64 * 1024,
    ALIGNMENT = 16,
    LARGE = 2 << 20 /* a large page of the processor; from half of it on chunks are as large */
};

struct ArenaChunk {
    ArenaChunk *next;
    size_t used;
    size_t size;
    size_t mapped; /* bytes, of a large chunk; else 0 */
    _Alignas(ALIGNMENT) unsigned char data[];
};

/* One large page instead of 512 small ones, each of which costs a fault when it is first touched.
 * Where the system has none to give, small ones come. NULL: no memory. */
static ArenaChunk *chunk_map(void)
{
    const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
    unsigned char *at = mmap(NULL, 2 * LARGE, PROT_READ | PROT_WRITE, flags, -1, 0);
    if (at == MAP_FAILED)
        return NULL;
    size_t before = -(uintptr_t)at & (LARGE - 1);
    if (before)
        munmap(at, before);
    munmap(at + before + LARGE, LARGE - before);
    madvise(at + before, LARGE, MADV_HUGEPAGE);
    ArenaChunk *chunk = (ArenaChunk *)(void *)(at + before);
    chunk->mapped = LARGE;
    chunk->size = LARGE - sizeof(ArenaChunk);
    return chunk;
}

/* Room for `size` bytes or more, for an arena of `total`. */
static ArenaChunk *chunk_new(size_t size, size_t total)
{
    ArenaChunk *chunk = size == CHUNK_SIZE && total >= LARGE / 2 ? chunk_map() : NULL;
    if (chunk)
        return chunk;
    chunk = memory_alloc(sizeof(ArenaChunk) + size);
    chunk->size = size;
    return chunk;
}

static void chunk_free(ArenaChunk *chunk)
{
    if (chunk->mapped)
        munmap(chunk, chunk->mapped);
    else
        free(chunk);
}

void *arena_alloc(Arena *arena, size_t size)
{
    size_t rounded = (size + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1);
    ArenaChunk *chunk = arena->chunk;
    arena->total += rounded;
    if (chunk && chunk->size - chunk->used >= rounded) {
        void *at = chunk->data + chunk->used;
        chunk->used += rounded;
        return at;
    }
    ArenaChunk *fresh = chunk_new(rounded > CHUNK_SIZE / 4 ? rounded : CHUNK_SIZE, arena->total);
    fresh->used = rounded;
    if (chunk && rounded > CHUNK_SIZE / 4) { /* keep filling the chunk that has room */
        fresh->next = chunk->next;
        chunk->next = fresh;
    } else {
        fresh->next = chunk;
        arena->chunk = fresh;
    }
    return fresh->data;
}

void *arena_alloc_array(Arena *arena, size_t count, size_t size)
{
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes))
        bytes = SIZE_MAX / 2; /* fails in the allocator, as it should */
    return arena_alloc(arena, bytes);
}

char *arena_clone(Arena *arena, View text)
{
    char *copy = arena_alloc(arena, text.size + 1);
    if (text.size)
        memcpy(copy, text.data, text.size);
    return copy;
}

char *arena_format(Arena *arena, const char *format, ...)
{
    StrBuf buf = {0};
    va_list args;
    va_start(args, format);
    strbuf_format_args(&buf, format, args);
    va_end(args);
    char *copy = arena_clone(arena, strbuf_view(&buf));
    strbuf_free(&buf);
    return copy;
}

void arena_join(Arena *arena, Arena *from)
{
    ArenaChunk *last = from->chunk;
    while (last && last->next)
        last = last->next;
    if (last && arena->chunk) { /* the chunk that has room stays first */
        last->next = arena->chunk->next;
        arena->chunk->next = from->chunk;
    } else if (last) {
        arena->chunk = from->chunk;
    }
    arena->total += from->total;
    *from = (Arena){0};
}

void arena_free(Arena *arena)
{
    for (ArenaChunk *chunk = arena->chunk, *next; chunk; chunk = next) {
        next = chunk->next;
        chunk_free(chunk);
    }
    *arena = (Arena){0};
}
