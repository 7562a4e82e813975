/* Allocation that does not fail. */
#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The one process-wide hook: by its nature there is one way to die for want of memory. */
static void (*exhaustion_hook)(void *);
static void *exhaustion_context;

void memory_on_exhaustion(void (*hook)(void *), void *context)
{
    exhaustion_hook = hook;
    exhaustion_context = context;
}

static _Noreturn void exhausted(void)
{
    void (*hook)(void *) = exhaustion_hook;
    exhaustion_hook = NULL;
    if (hook)
        hook(exhaustion_context);
    fputs("culab: out of memory\n", stderr);
    _Exit(3);
}

void *memory_alloc(size_t size)
{
    return memory_alloc_array(1, size);
}

void *memory_alloc_array(size_t count, size_t size)
{
    void *made = calloc(count ? count : 1, size ? size : 1);
    if (!made)
        exhausted();
    return made;
}

void *memory_resize(void *old, size_t count, size_t size)
{
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes))
        exhausted();
    void *made = realloc(old, bytes ? bytes : 1);
    if (!made)
        exhausted();
    return made;
}

char *memory_clone_text(const char *text)
{
    return text ? memory_clone_bytes(text, strlen(text)) : NULL;
}

char *memory_clone_bytes(const void *data, size_t size)
{
    char *made = memory_alloc(size + 1);
    if (size)
        memcpy(made, data, size);
    return made;
}
