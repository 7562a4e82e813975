// A result taken while its copy is under way.
// expect: read-before-sync
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
    float *x;
    CUdeviceptr d;
    CUstream stream;
    CHECK(cuMemAllocHost((void **)&x, N * sizeof *x));
    CHECK(cuMemAlloc(&d, N * sizeof *x));
    CHECK(cuMemsetD32(d, 0, N));
    CHECK(cuStreamCreate(&stream, CU_STREAM_DEFAULT));
    CHECK(cuMemcpyDtoHAsync(x, d, N * sizeof *x, stream));
    culab_result("y", x, N * sizeof *x); /* here */
    CHECK(cuStreamSynchronize(stream));
    CHECK(cuStreamDestroy(stream));
    CHECK(cuMemFree(d));
    CHECK(cuMemFreeHost(x));
    CHECK(cuDevicePrimaryCtxRelease(device));
    return 0;
}
