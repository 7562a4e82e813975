// A clock read after the kernel has ended.
// expect: first-launch-timed?
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

#include <time.h>

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
    struct timespec begin, end;
    CUdeviceptr d;
    CHECK(cuMemAlloc(&d, N * 4));
    CHECK(cuMemsetD32(d, 0, N));
    CHECK(cuCtxSynchronize());
    clock_gettime(CLOCK_MONOTONIC, &begin);
    CHECK(culab_launch(scale, 8, 128, 0, NULL, d, 2.0f, N));
    CHECK(cuCtxSynchronize());
    clock_gettime(CLOCK_MONOTONIC, &end);
    CHECK(cuMemFree(d));
    CHECK(cuDevicePrimaryCtxRelease(device));
    return 0;
}
