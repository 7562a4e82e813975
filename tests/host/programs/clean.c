// A program without a fault.
// expect: nothing
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
    static float x[N];
    CUdeviceptr d;
    for (int i = 0; i < N; i++)
        x[i] = (float)i;
    CHECK(cuMemAlloc(&d, sizeof x));
    CHECK(cuMemcpyHtoD(d, x, sizeof x));
    CHECK(culab_launch(scale, N / 128, 128, 0, NULL, d, 2.0f, N));
    CHECK(cuMemcpyDtoH(x, d, sizeof x));
    CHECK(cuMemFree(d));
    printf("%g\n", x[3]);
    CHECK(cuDevicePrimaryCtxRelease(device));
    return 0;
}
