/* The fields of CUDA_MEMCPY2D and CUDA_MEMCPY3D as addresses. */
#include "host/box.h"

#include <stdio.h>
#include <string.h>

#include "cuda/types.h"
#include "host/decode.h"

enum { PLACE_MOST_BITS = 40 }; /* no size or place is more */

/* "src", "Pitch" */
static uint64_t field(const LoggedCall *call, const char *side, const char *name)
{
    char whole[32];
    snprintf(whole, sizeof whole, "%s%s", side, name);
    return call_field(call, 0, whole);
}

static bool end_of(const LoggedCall *call, const char *side, const CopyBox *box, BoxEnd *out)
{
    uint64_t type = field(call, side, "MemoryType"), x = field(call, side, "XInBytes");
    uint64_t y = field(call, side, "Y"), z = field(call, side, "Z");
    uint64_t pitch = field(call, side, "Pitch"), height = field(call, side, "Height");
    uint64_t address = type == CU_MEMORYTYPE_ARRAY  ? 0
                       : type == CU_MEMORYTYPE_HOST ? field(call, side, "Host")
                                                    : field(call, side, "Device");
    pitch = pitch ? pitch : x + box->width;
    height = height ? height : y + box->height;
    if ((pitch | height | x | y | z) >> PLACE_MOST_BITS ||
        __builtin_mul_overflow(pitch, height, &out->slice))
        return false;
    uint64_t rows, slices, offset;
    if (__builtin_mul_overflow(pitch, y, &rows) || __builtin_mul_overflow(out->slice, z, &slices) ||
        __builtin_add_overflow(rows, slices, &offset) ||
        __builtin_add_overflow(offset, x, &offset) ||
        __builtin_add_overflow(address, offset, &out->address))
        return false;
    out->pitch = pitch;
    out->address = address ? out->address : 0;
    return true;
}

bool copy_box(const LoggedCall *call, CopyBox *out)
{
    if (strncmp(call->function.symbol, "cuMemcpy2D", 10) != 0 &&
        strncmp(call->function.symbol, "cuMemcpy3D", 10) != 0)
        return false;
    *out = (CopyBox){.width = call_field(call, 0, "WidthInBytes"),
                     .height = call_field(call, 0, "Height"),
                     .depth = call_field(call, 0, "Depth")};
    out->depth = out->depth || call->function.symbol[8] == '3' ? out->depth : 1;
    return out->width && out->height && out->depth &&
           !((out->width | out->height | out->depth) >> PLACE_MOST_BITS) &&
           end_of(call, "dst", out, &out->to) && end_of(call, "src", out, &out->from);
}

uint64_t box_extent(const CopyBox *box, const BoxEnd *end)
{
    uint64_t rows, slices, extent;
    bool wraps = __builtin_mul_overflow(end->pitch, box->height - 1, &rows) ||
                 __builtin_mul_overflow(end->slice, box->depth - 1, &slices) ||
                 __builtin_add_overflow(rows, slices, &extent) ||
                 __builtin_add_overflow(extent, box->width, &extent);
    return wraps ? UINT64_MAX : extent;
}
