/* printf's formatting of what a thread printed, with our own checks: no format can do harm. */
#ifndef CULAB_FORMAT_FORMAT_H
#define CULAB_FORMAT_FORMAT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Text that grows up to a limit. Start from {0}; free `data`. For the next text set size to 0 and
 * cut to false. */
typedef struct FormatText {
    char *data;
    size_t size, capacity;
    bool cut; /* the limit, or the host's memory, was reached */
} FormatText;

/* Where formats, arguments and texts are read from. */
typedef struct FormatSource {
    void *state;
    /* Reads `bytes` at an address of the thread. */
    bool (*read)(void *state, uint64_t address, void *out, uint32_t bytes);
    /* The bytes that lie at an address, *size of them, 1 at least; NULL: none can be read there.
     * Without this function texts are read byte by byte. */
    const char *(*borrow)(void *state, uint64_t address, size_t *size);
    bool poisoned; /* memory that was never written is full of 0xCB: an argument that is was not
                      given */
} FormatSource;

/* Formats with the arguments that lie at `args` as a caller of vprintf lays them out: each at a
 * multiple of its size, promoted as C does. Returns the number of arguments used. *malformed: the
 * format and its arguments don't fit, or it holds what a kernel can't print (%n). */
int format_print(const FormatSource *source, uint64_t format, uint64_t args, FormatText *out,
                 bool *malformed);

/* A format that was read once and is used for many calls. NULL: no memory. */
typedef struct FormatPlan FormatPlan;
FormatPlan *format_plan_new(const char *format, size_t size); /* copies it */
void format_plan_free(FormatPlan *plan);
/* Whether it is the plan of this very format. */
bool format_plan_is(const FormatPlan *plan, const char *format, size_t size);
int format_plan_print(const FormatPlan *plan, const FormatSource *source, uint64_t args,
                      FormatText *out, bool *malformed);
/* Reads the format at an address; *whole: its end was found. Free it; NULL: there is no byte. */
char *format_fetch(const FormatSource *source, uint64_t format, size_t *size, bool *whole);

#endif
