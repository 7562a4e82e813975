// A kernel that never ends.
// expect: limit
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
    CUfunction spin;
    CUdeviceptr d;
    CHECK(culab_kernel(&spin, "spin"));
    CHECK(cuMemAlloc(&d, 4));
    CHECK(cuMemsetD32(d, 0, 1));
    CHECK(culab_launch(spin, 1, 1, 0, NULL, d));
    CHECK(cuCtxSynchronize());
    CHECK(cuDevicePrimaryCtxRelease(device));
    return 0;
}
