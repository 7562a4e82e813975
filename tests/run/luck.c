/* Launches the racing kernel `counts` of luck.cu, and hands its result back. */
#include <culab.h>
#include <stdlib.h>

static void check(CUresult result)
{
    if (result != CUDA_SUCCESS)
        exit(3);
}

int main(void)
{
    CUdevice device;
    CUcontext context;
    CUfunction counts;
    CUdeviceptr counter;
    int result;
    check(cuInit(0));
    check(cuDeviceGet(&device, 0));
    check(cuDevicePrimaryCtxRetain(&context, device));
    check(cuCtxSetCurrent(context));
    check(culab_kernel(&counts, "counts"));
    check(cuMemAlloc(&counter, sizeof result));
    check(cuMemsetD32(counter, 0, 1));
    check(culab_launch(counts, 8, 64, 0, NULL, counter));
    check(cuMemcpyDtoH(&result, counter, sizeof result));
    culab_result("counter", &result, sizeof result);
    check(cuMemFree(counter));
    check(cuDevicePrimaryCtxRelease(device));
    return 0;
}
