/* What the macros of cuda_runtime.h are made of. */
#include <stdio.h>

#include "host/shim/shim.h"

SHIM_EXPORT CUresult culab_runtime_ready(void);
SHIM_EXPORT CUresult culab_runtime_keep(CUresult result);
SHIM_EXPORT CUresult culab_runtime_error(int forget);
SHIM_EXPORT const char *culab_error_name(CUresult result);
SHIM_EXPORT const char *culab_error_text(CUresult result);
SHIM_EXPORT CUfunction culab_runtime_kernel(const char *name);
SHIM_EXPORT CUresult culab_kernel(CUfunction *function, const char *name);

static _Thread_local struct {
    bool ready;
    CUresult last;
} runtime;

static CUresult context_make(void)
{
    CUcontext context = NULL;
    CUdevice device = 0;
    CUresult result = REAL(cuInit) ? REAL(cuInit)(0) : CUDA_ERROR_NO_DEVICE;
    if (result == CUDA_SUCCESS)
        result = REAL(cuCtxGetCurrent)(&context);
    if (result != CUDA_SUCCESS || context)
        return result;
    result = REAL(cuDeviceGet)(&device, 0);
    if (result == CUDA_SUCCESS)
        result = REAL(cuDevicePrimaryCtxRetain)(&context, device);
    return result == CUDA_SUCCESS ? REAL(cuCtxSetCurrent)(context) : result;
}

CUresult culab_runtime_ready(void)
{
    if (runtime.ready)
        return CUDA_SUCCESS;
    bool before = calls_pause();
    CUresult result = context_make();
    if (result != CUDA_SUCCESS)
        log_failure(__builtin_return_address(0), result, "making the device ready");
    calls_resume(before);
    runtime.ready = result == CUDA_SUCCESS;
    return result;
}

CUresult culab_runtime_keep(CUresult result)
{
    if (result != CUDA_SUCCESS && result != CUDA_ERROR_NOT_READY)
        runtime.last = result;
    return result;
}

CUresult culab_runtime_error(int forget)
{
    CUresult last = runtime.last;
    if (forget)
        runtime.last = CUDA_SUCCESS;
    return last;
}

const char *culab_error_name(CUresult result)
{
    const char *name = NULL;
    if (!REAL(cuGetErrorName) || REAL(cuGetErrorName)(result, &name) != CUDA_SUCCESS || !name)
        return "an unknown error";
    return name;
}

const char *culab_error_text(CUresult result)
{
    const char *text = NULL;
    if (!REAL(cuGetErrorString) || REAL(cuGetErrorString)(result, &text) != CUDA_SUCCESS || !text)
        return "an unknown error";
    return text;
}

CUfunction culab_runtime_kernel(const char *name)
{
    CUfunction function = NULL;
    culab_runtime_ready();
    return culab_kernel(&function, name) == CUDA_SUCCESS ? function : NULL;
}
