/* The copies of plain ranges: host, device, peers. */
#include "sim/api/copy.h"
#include "sim/api/stream.h"

static CUresult linear(CUstream handle, CUmemorytype to_type, uint64_t to, CUmemorytype from_type,
                       uint64_t from, size_t size, CopyWait wait)
{
    Stream *stream;
    CUresult result = api_enter_stream(handle, &stream);
    if (result != CUDA_SUCCESS)
        return result;
    Copy copy = {
        {.type = to_type, .address = to}, {.type = from_type, .address = from}, size, 1, 1};
    return api_leave(copy_enqueue(stream, &copy, wait));
}

static const CUmemorytype HOST = CU_MEMORYTYPE_HOST, DEVICE = CU_MEMORYTYPE_DEVICE,
                          UNIFIED = CU_MEMORYTYPE_UNIFIED;

CUresult cuMemcpyHtoD_v2(CUdeviceptr to, const void *from, size_t size)
{
    return linear(NULL, DEVICE, to, HOST, (uintptr_t)from, size, COPY_TO_HOST);
}

CUresult cuMemcpyDtoH_v2(void *to, CUdeviceptr from, size_t size)
{
    return linear(NULL, HOST, (uintptr_t)to, DEVICE, from, size, COPY_TO_HOST);
}

CUresult cuMemcpyDtoD_v2(CUdeviceptr to, CUdeviceptr from, size_t size)
{
    return linear(NULL, DEVICE, to, DEVICE, from, size, COPY_TO_HOST);
}

CUresult cuMemcpy(CUdeviceptr to, CUdeviceptr from, size_t size)
{
    return linear(NULL, UNIFIED, to, UNIFIED, from, size, COPY_TO_HOST);
}

CUresult cuMemcpyHtoDAsync_v2(CUdeviceptr to, const void *from, size_t size, CUstream stream)
{
    return linear(stream, DEVICE, to, HOST, (uintptr_t)from, size, COPY_ASYNC);
}

CUresult cuMemcpyDtoHAsync_v2(void *to, CUdeviceptr from, size_t size, CUstream stream)
{
    return linear(stream, HOST, (uintptr_t)to, DEVICE, from, size, COPY_ASYNC);
}

CUresult cuMemcpyDtoDAsync_v2(CUdeviceptr to, CUdeviceptr from, size_t size, CUstream stream)
{
    return linear(stream, DEVICE, to, DEVICE, from, size, COPY_ASYNC);
}

CUresult cuMemcpyAsync(CUdeviceptr to, CUdeviceptr from, size_t size, CUstream stream)
{
    return linear(stream, UNIFIED, to, UNIFIED, from, size, COPY_ASYNC);
}

/* Contexts of one device are no peers that need access to be enabled: the copy is a plain one. */
CUresult cuMemcpyPeerAsync(CUdeviceptr to, CUcontext to_context, CUdeviceptr from,
                           CUcontext from_context, size_t size, CUstream stream)
{
    CUresult result = api_enter();
    if (result != CUDA_SUCCESS)
        return result;
    bool known = (!to_context || handle_is(to_context, HANDLE_CONTEXT)) &&
                 (!from_context || handle_is(from_context, HANDLE_CONTEXT));
    api_leave(CUDA_SUCCESS);
    return known ? linear(stream, DEVICE, to, DEVICE, from, size, COPY_ASYNC)
                 : CUDA_ERROR_INVALID_CONTEXT;
}

CUresult cuMemcpyPeer(CUdeviceptr to, CUcontext to_context, CUdeviceptr from,
                      CUcontext from_context, size_t size)
{
    return cuMemcpyPeerAsync(to, to_context, from, from_context, size, NULL);
}
