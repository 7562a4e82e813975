// The time between events that were not waited for.
// expect: async-timing
#include <culab.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(call)                                            \
    do {                                                       \
        CUresult result_ = (call);                             \
        if (result_ != CUDA_SUCCESS) {                         \
            const char *text_ = "";                            \
            (void)!cuGetErrorString(result_, &text_);          \
            fprintf(stderr, "line %d: %s\n", __LINE__, text_); \
            exit(3);                                           \
        }                                                      \
    } while (0)

int main(void)
{
    enum { N = 1024 };
    CUdevice device;
    CUcontext context;
    CHECK(cuInit(0));
    CHECK(cuDeviceGet(&device, 0));
    CHECK(cuDevicePrimaryCtxRetain(&context, device));
    CHECK(cuCtxSetCurrent(context));
    CUfunction scale;
    CHECK(culab_kernel(&scale, "scale"));
    CUevent begin, end;
    CUdeviceptr d;
    float ms;
    CHECK(cuMemAlloc(&d, N * 4));
    CHECK(cuMemsetD32(d, 0, N));
    CHECK(cuEventCreate(&begin, 0));
    CHECK(cuEventCreate(&end, 0));
    CHECK(cuEventRecord(begin, NULL));
    CHECK(culab_launch(scale, 8, 128, 0, NULL, d, 2.0f, N));
    CHECK(cuEventRecord(end, NULL));
    CUresult early = cuEventElapsedTime(&ms, begin, end); /* here */
    (void)early;
    CHECK(cuCtxSynchronize());
    CHECK(cuEventDestroy(begin));
    CHECK(cuEventDestroy(end));
    CHECK(cuMemFree(d));
    CHECK(cuDevicePrimaryCtxRelease(device));
    return 0;
}
