/* Memory that is freed all at once. Start from {0}. */
#ifndef CULAB_BASE_ARENA_H
#define CULAB_BASE_ARENA_H

#include <stddef.h>

#include "base/view.h"

typedef struct ArenaChunk ArenaChunk;
typedef struct Arena {
    ArenaChunk *chunk;
    size_t total; /* bytes handed out */
} Arena;

void *arena_alloc(Arena *arena, size_t size);                     /* zeroed, 16-byte aligned */
void *arena_alloc_array(Arena *arena, size_t count, size_t size); /* zeroed */
char *arena_clone(Arena *arena, View text);                       /* ended by NUL */
char *arena_format(Arena *arena, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Takes all that `from` holds, which is empty then. */
void arena_join(Arena *arena, Arena *from);
void arena_free(Arena *arena);

#endif
