// One element at a time.
// expect: copy-in-loop?
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
    static float x[N];
    CUdeviceptr d;
    CHECK(cuMemAlloc(&d, sizeof x));
    for (int i = 0; i < N; i++)
        CHECK(cuMemcpyHtoD(d + 4 * i, x + i, 4)); /* here */
    CHECK(cuMemFree(d));
    CHECK(cuDevicePrimaryCtxRelease(device));
    return 0;
}
