/* Allocation that does not fail: out of memory calls the hook (which saves the text) and ends
 * the process. The simulated libcuda must not end its host program and does not use these. */
#ifndef CULAB_BASE_MEMORY_H
#define CULAB_BASE_MEMORY_H

#include <stddef.h>

void *memory_alloc(size_t size);                           /* zeroed; free() it */
void *memory_alloc_array(size_t count, size_t size);       /* zeroed; overflow is out of memory */
void *memory_resize(void *old, size_t count, size_t size); /* new bytes are not zeroed */
char *memory_clone_text(const char *text);                 /* NULL gives NULL */
char *memory_clone_bytes(const void *data, size_t size);   /* adds a NUL */
/* Called once, before the process ends for want of memory. */
void memory_on_exhaustion(void (*hook)(void *), void *context);

#endif
