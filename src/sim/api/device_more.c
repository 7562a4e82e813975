/* The device: notifications, atomics across the bus, and the calls of CUDA 3.1 and before. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "sim/api/device.h"
#include "sim/api/state.h"

struct CUasyncCallbackEntry_st {
    CUasyncCallback function;
    void *user;
};

static CUresult enter_device(CUdevice device)
{
    CUresult result = api_enter();
    if (result != CUDA_SUCCESS)
        return result;
    return device == 0 ? CUDA_SUCCESS : api_leave(CUDA_ERROR_INVALID_DEVICE);
}

/* What is told is that a process is over its budget of memory, which none has here. */
CUresult cuDeviceRegisterAsyncNotification(CUdevice device, CUasyncCallback function, void *user,
                                           CUasyncCallbackHandle *out)
{
    CUresult result = enter_device(device);
    if (result != CUDA_SUCCESS)
        return result;
    if (!function || !out)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    CUasyncCallbackHandle made = calloc(1, sizeof *made);
    if (!made || !handle_add(made, HANDLE_NOTIFICATION)) {
        free(made);
        return api_leave(CUDA_ERROR_OUT_OF_MEMORY);
    }
    *made = (struct CUasyncCallbackEntry_st){function, user};
    *out = made;
    return api_leave(CUDA_SUCCESS);
}

CUresult cuDeviceUnregisterAsyncNotification(CUdevice device, CUasyncCallbackHandle callback)
{
    CUresult result = enter_device(device);
    if (result != CUDA_SUCCESS)
        return result;
    if (!handle_is(callback, HANDLE_NOTIFICATION))
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    handle_remove(callback);
    free(callback);
    return api_leave(CUDA_SUCCESS);
}

static CUresult atomics_check(const unsigned *out, const CUatomicOperation *operations,
                              unsigned count)
{
    if (!out || !operations || !count)
        return CUDA_ERROR_INVALID_VALUE;
    for (unsigned i = 0; i < count; i++)
        if ((unsigned)operations[i] > CU_ATOMIC_OPERATION_FLOAT_MAX)
            return CUDA_ERROR_INVALID_VALUE;
    return CUDA_SUCCESS;
}

/* As on a card in a PCI slot: no atomic operation is done natively across the bus. */
CUresult cuDeviceGetHostAtomicCapabilities(unsigned int *out, const CUatomicOperation *operations,
                                           unsigned int count, CUdevice device)
{
    CUresult result = enter_device(device);
    if (result != CUDA_SUCCESS)
        return result;
    result = atomics_check(out, operations, count);
    if (result == CUDA_SUCCESS)
        memset(out, 0, count * sizeof *out);
    return api_leave(result);
}

/* There is no second device. */
CUresult cuDeviceGetP2PAtomicCapabilities(unsigned int *out, const CUatomicOperation *operations,
                                          unsigned int count, CUdevice from, CUdevice to)
{
    (void)to;
    CUresult result = enter_device(from);
    if (result != CUDA_SUCCESS)
        return result;
    result = atomics_check(out, operations, count);
    return api_leave(result == CUDA_SUCCESS ? CUDA_ERROR_INVALID_DEVICE : result);
}

/* The same for all texels, as on cards of all generations here. */
CUresult cuDeviceGetTexture1DLinearMaxWidth(size_t *out, CUarray_format format,
                                            unsigned int channels, CUdevice device)
{
    CUresult result = enter_device(device);
    if (result != CUDA_SUCCESS)
        return result;
    int width;
    bool texel = (format >= CU_AD_FORMAT_UNSIGNED_INT8 && format <= CU_AD_FORMAT_UNSIGNED_INT32) ||
                 (format >= CU_AD_FORMAT_SIGNED_INT8 && format <= CU_AD_FORMAT_SIGNED_INT32) ||
                 format == CU_AD_FORMAT_HALF || format == CU_AD_FORMAT_FLOAT;
    if (!out || !texel || (channels != 1 && channels != 2 && channels != 4))
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    device_attribute(library()->profile, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LINEAR_WIDTH,
                     &width);
    *out = (size_t)width;
    return api_leave(CUDA_SUCCESS);
}

static unsigned narrowed(size_t value)
{
    return value < UINT_MAX ? (unsigned)value : UINT_MAX;
}

CUresult cuDeviceTotalMem(unsigned int *bytes, CUdevice device)
{
    size_t wide = 0;
    CUresult result = cuDeviceTotalMem_v2(bytes ? &wide : NULL, device);
    if (result == CUDA_SUCCESS)
        *bytes = narrowed(wide);
    return result;
}

CUresult cuMemGetInfo(unsigned int *left, unsigned int *total)
{
    size_t wide_left = 0, wide_total = 0;
    CUresult result = cuMemGetInfo_v2(&wide_left, &wide_total);
    if (result == CUDA_SUCCESS && left)
        *left = narrowed(wide_left);
    if (result == CUDA_SUCCESS && total)
        *total = narrowed(wide_total);
    return result;
}

CUresult cuMemAllocHost(void **out, unsigned int size)
{
    return cuMemAllocHost_v2(out, size);
}

CUresult cuMemHostRegister(void *host, size_t size, unsigned int flags)
{
    return cuMemHostRegister_v2(host, size, flags);
}

/* With one device there is one launch to make. */
CUresult cuLaunchCooperativeKernelMultiDevice(CUDA_LAUNCH_PARAMS *launches, unsigned int count,
                                              unsigned int flags)
{
    const unsigned known = CUDA_COOPERATIVE_LAUNCH_MULTI_DEVICE_NO_PRE_LAUNCH_SYNC |
                           CUDA_COOPERATIVE_LAUNCH_MULTI_DEVICE_NO_POST_LAUNCH_SYNC;
    if (!launches || count != 1 || flags & ~known)
        return CUDA_ERROR_INVALID_VALUE;
    const CUDA_LAUNCH_PARAMS *one = launches;
    if (!one->hStream || one->hStream == CU_STREAM_LEGACY || one->hStream == CU_STREAM_PER_THREAD)
        return CUDA_ERROR_INVALID_VALUE;
    return cuLaunchCooperativeKernel(one->function, one->gridDimX, one->gridDimY, one->gridDimZ,
                                     one->blockDimX, one->blockDimY, one->blockDimZ,
                                     one->sharedMemBytes, one->hStream, one->kernelParams);
}
