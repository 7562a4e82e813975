// Copies and kernels in turn, all in the default stream.
// expect: default-stream?
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
    static float x[2][N];
    CUdeviceptr d;
    CHECK(cuMemAlloc(&d, sizeof x[0]));
    for (int i = 0; i < 2; i++) {
        CHECK(cuMemcpyHtoD(d, x[i], sizeof x[i]));
        CHECK(culab_launch(scale, 8, 128, 0, NULL, d, 2.0f, N)); /* here */
        CHECK(cuMemcpyDtoH(x[i], d, sizeof x[i]));
    }
    CHECK(cuMemFree(d));
    CHECK(cuDevicePrimaryCtxRelease(device));
    return 0;
}
