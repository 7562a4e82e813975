/* The copies of rectangles and boxes. */
#include "sim/api/copy.h"
#include "sim/api/stream.h"

/* Where a box begins, from the fields of a copy's descriptor. */
typedef struct Corner {
    CUmemorytype type;
    uint64_t host, device;
    CUarray array;
    size_t x, y, z, pitch, rows;
    size_t lod; /* of an array: must be 0 */
} Corner;

enum { PITCH_MOST = INT32_MAX }; /* CU_DEVICE_ATTRIBUTE_MAX_PITCH */

/* A pitch of 0 stands for rows that lie side by side. INVALID_VALUE: rows or slices overlap. */
static CUresult end_make(const Corner *corner, const Copy *copy, CopyEnd *end)
{
    size_t width = copy->width, height = copy->height;
    size_t pitch = corner->pitch ? corner->pitch : corner->x + width;
    size_t rows = corner->rows ? corner->rows : corner->y + height;
    switch (corner->type) {
    case CU_MEMORYTYPE_HOST:
        end->address = corner->host;
        break;
    case CU_MEMORYTYPE_DEVICE:
    case CU_MEMORYTYPE_UNIFIED:
        end->address = corner->device;
        break;
    case CU_MEMORYTYPE_ARRAY:
        return corner->lod
                   ? CUDA_ERROR_INVALID_VALUE
                   : copy_end_of_array(corner->array, corner->x, corner->y, corner->z, copy, end);
    default:
        return CUDA_ERROR_INVALID_VALUE;
    }
    uint64_t slice, row_offset, slice_offset;
    if (corner->pitch > PITCH_MOST && corner->type != CU_MEMORYTYPE_HOST)
        return CUDA_ERROR_INVALID_VALUE;
    /* Of one slice at the front without a pitch only its own height is looked at, on an H200. */
    bool front = !corner->pitch && !corner->z && copy->depth == 1;
    if (corner->x + width > pitch || height > rows || (!front && corner->y + height > rows))
        return CUDA_ERROR_INVALID_VALUE;
    if (__builtin_mul_overflow(pitch, rows, &slice) ||
        __builtin_mul_overflow(pitch, corner->y, &row_offset) ||
        __builtin_mul_overflow(slice, corner->z, &slice_offset))
        return CUDA_ERROR_INVALID_VALUE;
    end->type = corner->type;
    end->pitch = pitch;
    end->slice = slice;
    end->address += corner->x + row_offset + slice_offset;
    return CUDA_SUCCESS;
}

static CUresult box(CUstream handle, const Corner *to, const Corner *from, size_t width,
                    size_t height, size_t depth, CopyWait wait)
{
    Stream *stream;
    CUresult result = api_enter_stream(handle, &stream);
    if (result != CUDA_SUCCESS)
        return result;
    Copy copy = {.width = width, .height = height, .depth = depth};
    if (!width || !height || !depth)
        return api_leave(CUDA_SUCCESS);
    result = end_make(to, &copy, &copy.to);
    if (result == CUDA_SUCCESS)
        result = end_make(from, &copy, &copy.from);
    return api_leave(result == CUDA_SUCCESS ? copy_enqueue(stream, &copy, wait) : result);
}

/* A call without a box: that is told after what the stream's context has to say. */
static CUresult box_missing(CUstream handle)
{
    Stream *stream;
    CUresult result = api_enter_stream(handle, &stream);
    return result == CUDA_SUCCESS ? api_leave(CUDA_ERROR_INVALID_VALUE) : result;
}

static CUresult copy_2d(const CUDA_MEMCPY2D *c, CUstream stream, CopyWait wait)
{
    if (!c)
        return box_missing(stream);
    Corner to = {.type = c->dstMemoryType,
                 .host = (uintptr_t)c->dstHost,
                 .device = c->dstDevice,
                 .array = c->dstArray,
                 .x = c->dstXInBytes,
                 .y = c->dstY,
                 .pitch = c->dstPitch};
    Corner from = {.type = c->srcMemoryType,
                   .host = (uintptr_t)c->srcHost,
                   .device = c->srcDevice,
                   .array = c->srcArray,
                   .x = c->srcXInBytes,
                   .y = c->srcY,
                   .pitch = c->srcPitch};
    return box(stream, &to, &from, c->WidthInBytes, c->Height, 1, wait);
}

/* The descriptors of 3-D copies within and between contexts have these fields in common. */
#define CORNER_3D(c, side)                                                                        \
    {                                                                                             \
        .type = c->side##MemoryType, .host = (uintptr_t)c->side##Host, .device = c->side##Device, \
        .array = c->side##Array, .x = c->side##XInBytes, .y = c->side##Y, .z = c->side##Z,        \
        .pitch = c->side##Pitch, .rows = c->side##Height, .lod = c->side##LOD                     \
    }

CUresult copy_of_box(const CUDA_MEMCPY3D *c, Copy *copy)
{
    Corner to = CORNER_3D(c, dst), from = CORNER_3D(c, src);
    *copy = (Copy){.width = c->WidthInBytes, .height = c->Height, .depth = c->Depth};
    if (!copy->width || !copy->height || !copy->depth)
        return CUDA_SUCCESS;
    CUresult result = end_make(&to, copy, &copy->to);
    if (result == CUDA_SUCCESS)
        result = end_make(&from, copy, &copy->from);
    return result;
}

static CUresult copy_3d(const CUDA_MEMCPY3D *c, CUstream stream, CopyWait wait)
{
    if (!c)
        return box_missing(stream);
    Corner to = CORNER_3D(c, dst), from = CORNER_3D(c, src);
    return box(stream, &to, &from, c->WidthInBytes, c->Height, c->Depth, wait);
}

CUresult cuMemcpy2D_v2(const CUDA_MEMCPY2D *copy)
{
    return copy_2d(copy, NULL, COPY_TO_HOST);
}

CUresult cuMemcpy2DUnaligned_v2(const CUDA_MEMCPY2D *copy)
{
    return copy_2d(copy, NULL, COPY_TO_HOST);
}

CUresult cuMemcpy2DAsync_v2(const CUDA_MEMCPY2D *copy, CUstream stream)
{
    return copy_2d(copy, stream, COPY_ASYNC);
}

CUresult cuMemcpy3D_v2(const CUDA_MEMCPY3D *copy)
{
    return copy_3d(copy, NULL, COPY_TO_HOST);
}

CUresult cuMemcpy3DAsync_v2(const CUDA_MEMCPY3D *copy, CUstream stream)
{
    return copy_3d(copy, stream, COPY_ASYNC);
}

CUresult cuMemcpy3DPeerAsync(const CUDA_MEMCPY3D_PEER *c, CUstream stream)
{
    if (!c)
        return CUDA_ERROR_INVALID_VALUE;
    Corner to = CORNER_3D(c, dst), from = CORNER_3D(c, src);
    return box(stream, &to, &from, c->WidthInBytes, c->Height, c->Depth, COPY_ASYNC);
}

CUresult cuMemcpy3DPeer(const CUDA_MEMCPY3D_PEER *copy)
{
    return cuMemcpy3DPeerAsync(copy, NULL);
}
