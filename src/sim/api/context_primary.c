/* The device's primary context: retained, released, reset. */
#include "sim/api/context.h"

enum { PRIMARY_API_VERSION = 3020 };

static CUresult enter_device(CUdevice device)
{
    CUresult result = api_enter();
    if (result != CUDA_SUCCESS)
        return result;
    return device == 0 ? CUDA_SUCCESS : api_leave(CUDA_ERROR_INVALID_DEVICE);
}

static Context *primary_open(void)
{
    Library *lib = library();
    if (!lib->primary)
        lib->primary = context_make(CU_CTX_MAP_HOST, PRIMARY_API_VERSION, true);
    else if (!lib->primary->active && !context_revive(lib->primary))
        return NULL;
    return lib->primary;
}

CUresult cuDevicePrimaryCtxRetain(CUcontext *out, CUdevice device)
{
    CUresult result = enter_device(device);
    if (result != CUDA_SUCCESS)
        return result;
    if (!out)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    Context *context = primary_open();
    if (!context)
        return api_leave(CUDA_ERROR_OUT_OF_MEMORY);
    if (context->fault != CUDA_SUCCESS)
        return api_leave(context->fault);
    context->retained++;
    *out = context;
    return api_leave(CUDA_SUCCESS);
}

CUresult cuDevicePrimaryCtxRelease_v2(CUdevice device)
{
    CUresult result = enter_device(device);
    if (result != CUDA_SUCCESS)
        return result;
    Context *context = library()->primary;
    if (!context || !context->retained)
        return api_leave(CUDA_ERROR_INVALID_CONTEXT);
    if (--context->retained == 0)
        context_close(context);
    return api_leave(CUDA_SUCCESS);
}

/* Ends a fault as well: the simulated device is as new afterwards. */
CUresult cuDevicePrimaryCtxReset_v2(CUdevice device)
{
    CUresult result = enter_device(device);
    if (result != CUDA_SUCCESS)
        return result;
    Context *context = library()->primary;
    if (library()->green_contexts)
        return api_leave(CUDA_ERROR_NOT_PERMITTED);
    if (context && context->active) {
        context_close(context);
        context->retained = 0;
    }
    return api_leave(CUDA_SUCCESS);
}

CUresult cuDevicePrimaryCtxSetFlags_v2(CUdevice device, unsigned int flags)
{
    CUresult result = enter_device(device);
    if (result != CUDA_SUCCESS)
        return result;
    if (!context_flags_valid(flags) || flags & CU_CTX_MAP_HOST)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    Context *context = primary_open();
    if (!context)
        return api_leave(CUDA_ERROR_OUT_OF_MEMORY);
    context->flags = flags | CU_CTX_MAP_HOST;
    context->flags_asked = flags;
    if (!context->retained)
        context_close(context);
    return api_leave(CUDA_SUCCESS);
}

CUresult cuDevicePrimaryCtxGetState(CUdevice device, unsigned int *flags, int *active)
{
    CUresult result = enter_device(device);
    if (result != CUDA_SUCCESS)
        return result;
    if (!flags || !active)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    const Context *context = library()->primary;
    *flags = context ? context->flags_asked : 0;
    *active = context && context->active;
    return api_leave(CUDA_SUCCESS);
}

CUresult cuDevicePrimaryCtxRelease(CUdevice device)
{
    return cuDevicePrimaryCtxRelease_v2(device);
}

CUresult cuDevicePrimaryCtxReset(CUdevice device)
{
    return cuDevicePrimaryCtxReset_v2(device);
}

CUresult cuDevicePrimaryCtxSetFlags(CUdevice device, unsigned int flags)
{
    return cuDevicePrimaryCtxSetFlags_v2(device, flags);
}
