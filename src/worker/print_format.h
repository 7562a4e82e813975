/* The text of a record that a GPU's kernel printed (print_ring.h has the layout). */
#ifndef CULAB_WORKER_PRINT_FORMAT_H
#define CULAB_WORKER_PRINT_FORMAT_H

#include "format/format.h"
#include "worker/device.h"

typedef struct PrintFormats PrintFormats;

enum { PRINT_HEADER_BYTES = 32, PRINT_COPY_BYTES = 16 };

/* Formats that the records name by address are read through `side`, each once; so use it for the
 * records of one module. Needs `cuda` as long as it lives. */
PrintFormats *print_formats_new(const CudaDriver *cuda, CUstream side);
void print_formats_free(PrintFormats *formats);
/* Formats a record of `size` bytes, of which `arguments` behind the header are arguments. The text
 * is valid until the next call. *malformed: format and arguments don't fit, or can't be read. */
View print_formats_text(PrintFormats *formats, const unsigned char *record, uint32_t size,
                        uint32_t arguments, bool *malformed);

#endif
