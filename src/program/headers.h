/* The headers that host programs include (src/host/include, src/cuda), as data: the worker may run
 * on a machine where nothing else of culab is installed. */
#ifndef CULAB_PROGRAM_HEADERS_H
#define CULAB_PROGRAM_HEADERS_H

#include <stddef.h>

typedef struct ProgramHeader {
    const char *path; /* as in #include: "cuda.h", "cuda/types.h" */
    const char *text;
    size_t size;
} ProgramHeader;

extern const ProgramHeader program_headers[]; /* ends with path == NULL */

#endif
