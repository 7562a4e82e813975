// A device that nobody has asked for: whatever the variable holds is no device.
// expect: exit
#include <cuda.h>
#include <stdio.h>

int main(void)
{
    CUdevice device;
    CUcontext context;
    if (cuInit(0) != CUDA_SUCCESS)
        return 2;
    if (cuDevicePrimaryCtxRetain(&context, device) != CUDA_SUCCESS) /* here */
        return 1;
    return cuDevicePrimaryCtxRelease(device) != CUDA_SUCCESS;
}
