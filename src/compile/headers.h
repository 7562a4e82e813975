/* The lab's own CUDA headers (kernels/lab), served to NVRTC from memory. */
#ifndef CULAB_COMPILE_HEADERS_H
#define CULAB_COMPILE_HEADERS_H

#include <stdbool.h>

#include "base/view.h"

typedef struct LabHeader {
    const char *name; /* as in #include; a .h name without path */
    const char *text;
} LabHeader;

extern const LabHeader lab_headers[]; /* ends with name == NULL */

size_t lab_header_count(void);

#endif
