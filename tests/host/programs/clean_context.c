// A context of its own, made with flags and destroyed.
// expect: nothing
#include <culab.h>
#include <stdlib.h>

int main(void)
{
    CUdevice device;
    CUcontext context;
    CUdeviceptr memory;
    if (cuInit(0) || cuDeviceGet(&device, 0) ||
        cuCtxCreate(&context, NULL, CU_CTX_SCHED_SPIN, device))
        exit(1);
    if (cuMemAlloc(&memory, 64) || cuMemFree(memory))
        exit(2);
    if (cuCtxDestroy(context))
        exit(3);
    return 0;
}
