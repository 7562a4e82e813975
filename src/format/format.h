/* printf's formatting of what a thread printed, with our own checks: no format can do harm. */
#ifndef CULAB_FORMAT_FORMAT_H
#define CULAB_FORMAT_FORMAT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Text that grows up to a limit. Start from {0}; free `data`. */
typedef struct FormatText {
    char *data;
    size_t size, capacity;
    bool cut; /* the limit, or the host's memory, was reached */
} FormatText;

/* Reads `bytes` at an address of the thread. */
typedef bool (*FormatRead)(void *state, uint64_t address, void *out, uint32_t bytes);

/* Formats with the arguments that lie at `args` as a caller of vprintf lays them out: each at a
 * multiple of its size, promoted as C does. Returns the number of arguments used. *malformed: the
 * format and its arguments don't fit, or it holds what a kernel can't print (%n). */
int format_print(void *state, FormatRead read, uint64_t format, uint64_t args, FormatText *out,
                 bool *malformed);

#endif
