/* Formats of array elements. */
#ifndef CULAB_SIM_API_ARRAY_FORMAT_H
#define CULAB_SIM_API_ARRAY_FORMAT_H

#include "cuda/types.h"
#include "sim/texture.h"

enum { TILE = 4 }; /* elements to a side of the tiles of block-compressed formats */

typedef struct ArrayFormat {
    SimTexelType type;
    uint32_t channels, texel_bytes;
    bool fraction; /* never read as integers */
    bool tiles;    /* `texel_bytes` are of 4 x 4 elements */
    bool srgb;
    bool opaque; /* alpha is told as 1 */
} ArrayFormat;

/* INVALID_VALUE: no such format, or not with so many channels. */
CUresult array_format(CUarray_format format, unsigned channels, ArrayFormat *out);
/* Of a view that isn't CU_RES_VIEW_FORMAT_NONE. */
CUresult array_format_of_view(CUresourceViewFormat format, ArrayFormat *out);

#endif
