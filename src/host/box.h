/* Copies of rectangles and boxes: which bytes their struct means, in linear memory. */
#ifndef CULAB_HOST_BOX_H
#define CULAB_HOST_BOX_H

#include "host/record.h"

/* One of the two: address 0 where it is an array. */
typedef struct BoxEnd {
    uint64_t address, pitch, slice;
} BoxEnd;

typedef struct CopyBox {
    BoxEnd to, from;
    uint64_t width, height, depth; /* bytes, rows, slices */
} CopyBox;

/* False: it is no such copy, or its numbers can't be. */
bool copy_box(const LoggedCall *call, CopyBox *out);
/* From the first byte to behind the last one. */
uint64_t box_extent(const CopyBox *box, const BoxEnd *end);

#endif
