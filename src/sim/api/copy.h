/* Copies and fills as operations of a stream. */
#ifndef CULAB_SIM_API_COPY_H
#define CULAB_SIM_API_COPY_H

#include "sim/api/queue.h"

/* One end of a copy: rows of a box in memory. */
typedef struct CopyEnd {
    CUmemorytype type; /* host, device, array, or unified: to be found out */
    uint64_t address;  /* of the box's first byte */
    uint64_t pitch;    /* bytes from row to row */
    uint64_t slice;    /* bytes from slice to slice */
    CUarray array;     /* with CU_MEMORYTYPE_ARRAY, and where in it: bytes, rows, slices */
    uint64_t x, y, z;
} CopyEnd;

typedef struct Copy {
    CopyEnd to, from;
    uint64_t width, height, depth; /* bytes, rows, slices */
} Copy;

typedef enum CopyWait {
    COPY_ASYNC,   /* returns at once, unless pageable host memory takes part */
    COPY_TO_HOST, /* waits if the host takes part: the plain copies */
    COPY_QUEUED,  /* returns at once: part of a graph */
} CopyWait;

/* CUDA_SUCCESS, or what a copy that is asked for now is refused with. */
CUresult copy_check(const Copy *copy);
CUresult copy_of_box(const CUDA_MEMCPY3D *box, Copy *copy);
/* A box of an array as the end of a copy: whole elements within the array. INVALID_VALUE */
CUresult copy_end_of_array(CUarray array, uint64_t x, uint64_t y, uint64_t z, const Copy *copy,
                           CopyEnd *end);
CUresult copy_enqueue(Stream *stream, const Copy *copy, CopyWait wait);

typedef struct Fill {
    uint64_t address, pitch;
    uint32_t value, bytes;  /* of an element: 1, 2, 4 */
    uint64_t width, height; /* elements, rows */
} Fill;

CUresult fill_check(const Fill *fill);
/* The same, wherever its memory may be. */
CUresult fill_check_shape(const Fill *fill);
CUresult fill_enqueue(Stream *stream, const Fill *fill);

#endif
