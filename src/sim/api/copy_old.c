/* The copies of CUDA 2, with numbers of 32 bits: device addresses of that kind are never valid
 * here, those that name arrays and host memory work. */
#include "cuda/types.h"
#include "sim/api/symbols.h"

CUresult cuMemcpyAtoA(CUarray to, unsigned int to_offset, CUarray from, unsigned int from_offset,
                      unsigned int size)
{
    return cuMemcpyAtoA_v2(to, to_offset, from, from_offset, size);
}

CUresult cuMemcpyAtoD(CUdeviceptr_v1 to, CUarray from, unsigned int offset, unsigned int size)
{
    return cuMemcpyAtoD_v2(to, from, offset, size);
}

CUresult cuMemcpyDtoA(CUarray to, unsigned int offset, CUdeviceptr_v1 from, unsigned int size)
{
    return cuMemcpyDtoA_v2(to, offset, from, size);
}

CUresult cuMemcpyAtoH(void *to, CUarray from, unsigned int offset, unsigned int size)
{
    return cuMemcpyAtoH_v2(to, from, offset, size);
}

CUresult cuMemcpyHtoA(CUarray to, unsigned int offset, const void *from, unsigned int size)
{
    return cuMemcpyHtoA_v2(to, offset, from, size);
}

CUresult cuMemcpyAtoHAsync(void *to, CUarray from, unsigned int offset, unsigned int size,
                           CUstream stream)
{
    return cuMemcpyAtoHAsync_v2(to, from, offset, size, stream);
}

CUresult cuMemcpyHtoAAsync(CUarray to, unsigned int offset, const void *from, unsigned int size,
                           CUstream stream)
{
    return cuMemcpyHtoAAsync_v2(to, offset, from, size, stream);
}

#define SIDE_2D(c, side)                                                      \
    .side##XInBytes = (c)->side##XInBytes, .side##Y = (c)->side##Y,           \
    .side##MemoryType = (c)->side##MemoryType, .side##Host = (c)->side##Host, \
    .side##Device = (c)->side##Device, .side##Array = (c)->side##Array,       \
    .side##Pitch = (c)->side##Pitch
#define SIDE_3D(c, side)                                                    \
    SIDE_2D(c, side), .side##Z = (c)->side##Z, .side##LOD = (c)->side##LOD, \
                      .side##Height = (c)->side##Height

static CUDA_MEMCPY2D widen_2d(const CUDA_MEMCPY2D_v1 *c)
{
    return (CUDA_MEMCPY2D){SIDE_2D(c, src), SIDE_2D(c, dst), .WidthInBytes = c->WidthInBytes,
                           .Height = c->Height};
}

static CUDA_MEMCPY3D widen_3d(const CUDA_MEMCPY3D_v1 *c)
{
    return (CUDA_MEMCPY3D){SIDE_3D(c, src), SIDE_3D(c, dst), .WidthInBytes = c->WidthInBytes,
                           .Height = c->Height, .Depth = c->Depth};
}

CUresult cuMemcpy2D(const CUDA_MEMCPY2D_v1 *copy)
{
    CUDA_MEMCPY2D wide = copy ? widen_2d(copy) : (CUDA_MEMCPY2D){0};
    return cuMemcpy2D_v2(copy ? &wide : NULL);
}

CUresult cuMemcpy2DUnaligned(const CUDA_MEMCPY2D_v1 *copy)
{
    CUDA_MEMCPY2D wide = copy ? widen_2d(copy) : (CUDA_MEMCPY2D){0};
    return cuMemcpy2DUnaligned_v2(copy ? &wide : NULL);
}

CUresult cuMemcpy2DAsync(const CUDA_MEMCPY2D_v1 *copy, CUstream stream)
{
    CUDA_MEMCPY2D wide = copy ? widen_2d(copy) : (CUDA_MEMCPY2D){0};
    return cuMemcpy2DAsync_v2(copy ? &wide : NULL, stream);
}

CUresult cuMemcpy3D(const CUDA_MEMCPY3D_v1 *copy)
{
    CUDA_MEMCPY3D wide = copy ? widen_3d(copy) : (CUDA_MEMCPY3D){0};
    return cuMemcpy3D_v2(copy ? &wide : NULL);
}

CUresult cuMemcpy3DAsync(const CUDA_MEMCPY3D_v1 *copy, CUstream stream)
{
    CUDA_MEMCPY3D wide = copy ? widen_3d(copy) : (CUDA_MEMCPY3D){0};
    return cuMemcpy3DAsync_v2(copy ? &wide : NULL, stream);
}
