/* Sharing of pools between processes, as far as it can be refused. */
#include "sim/api/state.h"

/* Pools whose memory other processes can be given are not made, so none of these can succeed. */
static CUresult enter_pool(CUmemoryPool pool)
{
    CUresult result = api_enter();
    if (result != CUDA_SUCCESS)
        return result;
    return handle_is(pool, HANDLE_POOL) ? CUDA_SUCCESS : api_leave(CUDA_ERROR_INVALID_VALUE);
}

CUresult cuMemPoolExportToShareableHandle(void *out, CUmemoryPool pool,
                                          CUmemAllocationHandleType type, unsigned long long flags)
{
    (void)out;
    (void)type;
    (void)flags;
    CUresult result = enter_pool(pool);
    return result == CUDA_SUCCESS ? api_leave(CUDA_ERROR_INVALID_VALUE) : result;
}

CUresult cuMemPoolImportFromShareableHandle(CUmemoryPool *out, void *handle,
                                            CUmemAllocationHandleType type,
                                            unsigned long long flags)
{
    (void)handle;
    CUresult result = api_enter();
    if (result != CUDA_SUCCESS)
        return result;
    bool wrong = !out || flags || type == CU_MEM_HANDLE_TYPE_NONE;
    return api_leave(wrong ? CUDA_ERROR_INVALID_VALUE : CUDA_ERROR_NOT_SUPPORTED);
}

CUresult cuMemPoolExportPointer(CUmemPoolPtrExportData *out, CUdeviceptr address)
{
    (void)out;
    (void)address;
    CUresult result = api_enter();
    return result == CUDA_SUCCESS ? api_leave(CUDA_ERROR_INVALID_VALUE) : result;
}

CUresult cuMemPoolImportPointer(CUdeviceptr *out, CUmemoryPool pool, CUmemPoolPtrExportData *data)
{
    (void)out;
    (void)data;
    CUresult result = enter_pool(pool);
    return result == CUDA_SUCCESS ? api_leave(CUDA_ERROR_INVALID_VALUE) : result;
}
