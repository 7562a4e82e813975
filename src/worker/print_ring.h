/* What kernels print on a GPU by kernels/lab/culab_printf.h: a buffer in pinned memory of the host,
 * which they fill with records, so that what was printed outlives a fault and a kernel that hangs.
 *
 * A record is a multiple of 8 bytes, in the device's byte order (little-endian):
 *   u32 bytes of the record, written last; 0: none follows
 *   u32 line
 *   u32 block x;  u32 block y | z << 16;  u32 thread x | y << 11 | z << 22
 *   u32 bytes of the arguments;  u64 address of the format
 *   the arguments as vprintf takes them, filled up to a multiple of 8
 *   copies of texts, each: u64 address, u32 size, u32 unused, bytes filled up to a multiple of 8 */
#ifndef CULAB_WORKER_PRINT_RING_H
#define CULAB_WORKER_PRINT_RING_H

#include "worker/collect.h"

typedef struct PrintRing {
    unsigned char *bytes; /* NULL until the first kernel that prints */
    uint64_t capacity;    /* of them */
    uint64_t wanted;      /* by a kernel that lost records */
    uint64_t used;        /* bytes that may not be zero */
    CUdeviceptr state;    /* the variable of the module that runs; 0: it prints nothing */
    CUstream side;        /* beside the kernel's, for reading formats while it runs */
} PrintRing;

/* Gives the buffer to a module, if it prints: a larger one if records were lost in the run before.
 */
CUresult print_ring_begin(PrintRing *ring, const Device *device, CUmodule module);
/* Formats the records into `sender`, `limit` of them at most (0: any number), and returns how many
 * were lost. `ended`: the kernel has run to its end. */
uint64_t print_ring_collect(PrintRing *ring, const Device *device, bool ended, uint64_t limit,
                            PrintSender *sender);

#endif
