// The copy engine takes copies of several streams in the order in which they were asked for.
// expect: nothing
// copies to the device: 1 2 3
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
    enum { N = 65536, STREAMS = 3 };
    CUdevice device;
    CUcontext context;
    CHECK(cuInit(0));
    CHECK(cuDeviceGet(&device, 0));
    CHECK(cuDevicePrimaryCtxRetain(&context, device));
    CHECK(cuCtxSetCurrent(context));
    CUstream streams[STREAMS];
    CUdeviceptr d;
    char *x;
    CHECK(cuMemAlloc(&d, STREAMS * N));
    CHECK(cuMemAllocHost((void **)&x, STREAMS * N));
    memset(x, 1, STREAMS * N);
    for (int i = 0; i < STREAMS; i++)
        CHECK(cuStreamCreate(&streams[i], CU_STREAM_NON_BLOCKING));
    for (int i = 0; i < STREAMS; i++)
        CHECK(cuMemcpyHtoDAsync(d + i * N, x + i * N, N, streams[i]));
    CHECK(cuCtxSynchronize());
    for (int i = 0; i < STREAMS; i++)
        CHECK(cuStreamDestroy(streams[i]));
    CHECK(cuMemFreeHost(x));
    CHECK(cuMemFree(d));
    CHECK(cuDevicePrimaryCtxRelease(device));
    return 0;
}
