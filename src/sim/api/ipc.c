/* Sharing memory and events with other processes by handles: refused. cuMemCreate's memory can be
 * shared. */
#include "sim/api/allocation.h"

CUresult cuIpcGetMemHandle(CUipcMemHandle *out, CUdeviceptr address)
{
    Context *context;
    CUresult result = api_enter_context(&context);
    if (result != CUDA_SUCCESS)
        return result;
    const Allocation *allocation = allocation_of(address);
    bool known = out && allocation && allocation->kind == SIM_ALLOC_DEVICE;
    return api_leave(known ? CUDA_ERROR_NOT_SUPPORTED : CUDA_ERROR_INVALID_VALUE);
}

CUresult cuIpcOpenMemHandle_v2(CUdeviceptr *out, CUipcMemHandle handle, unsigned int flags)
{
    (void)handle;
    Context *context;
    CUresult result = api_enter_context(&context);
    if (result != CUDA_SUCCESS)
        return result;
    bool wrong = !out || flags & ~(unsigned)CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS;
    return api_leave(wrong ? CUDA_ERROR_INVALID_VALUE : CUDA_ERROR_NOT_SUPPORTED);
}

CUresult cuIpcOpenMemHandle(CUdeviceptr *out, CUipcMemHandle handle, unsigned int flags)
{
    return cuIpcOpenMemHandle_v2(out, handle, flags);
}

/* No address is one that was opened. */
CUresult cuIpcCloseMemHandle(CUdeviceptr address)
{
    (void)address;
    Context *context;
    CUresult result = api_enter_context(&context);
    return result == CUDA_SUCCESS ? api_leave(CUDA_ERROR_INVALID_VALUE) : result;
}

CUresult cuIpcGetEventHandle(CUipcEventHandle *out, CUevent event)
{
    Context *context;
    CUresult result = api_enter_context(&context);
    if (result != CUDA_SUCCESS)
        return result;
    if (!handle_is(event, HANDLE_EVENT))
        return api_leave(CUDA_ERROR_INVALID_HANDLE);
    return api_leave(out ? CUDA_ERROR_NOT_SUPPORTED : CUDA_ERROR_INVALID_VALUE);
}

CUresult cuIpcOpenEventHandle(CUevent *out, CUipcEventHandle handle)
{
    (void)handle;
    Context *context;
    CUresult result = api_enter_context(&context);
    if (result != CUDA_SUCCESS)
        return result;
    return api_leave(out ? CUDA_ERROR_NOT_SUPPORTED : CUDA_ERROR_INVALID_VALUE);
}
