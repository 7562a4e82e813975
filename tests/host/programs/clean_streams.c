// Two streams, pinned memory and events, all waited for and freed.
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
    float *x;
    CUdeviceptr d;
    CUstream streams[2];
    CUevent begin, end;
    float ms;
    CHECK(cuMemAllocHost((void **)&x, N * sizeof *x));
    CHECK(cuMemAlloc(&d, N * sizeof *x));
    for (int i = 0; i < N; i++)
        x[i] = (float)i;
    CHECK(cuEventCreate(&begin, CU_EVENT_DEFAULT));
    CHECK(cuEventCreate(&end, CU_EVENT_DEFAULT));
    for (int s = 0; s < 2; s++)
        CHECK(cuStreamCreate(&streams[s], CU_STREAM_NON_BLOCKING));
    for (int s = 0; s < 2; s++) {
        size_t half = N / 2 * sizeof *x;
        CHECK(cuMemcpyHtoDAsync(d + s * half, x + s * N / 2, half, streams[s]));
        CHECK(cuEventRecord(begin, streams[s]));
        CHECK(culab_launch(scale, 4, 128, 0, streams[s], d + s * half, 2.0f, N / 2));
        CHECK(cuEventRecord(end, streams[s]));
        CHECK(cuMemcpyDtoHAsync(x + s * N / 2, d + s * half, half, streams[s]));
    }
    for (int s = 0; s < 2; s++)
        CHECK(cuStreamSynchronize(streams[s]));
    CHECK(cuEventElapsedTime(&ms, begin, end));
    for (int s = 0; s < 2; s++)
        CHECK(cuStreamDestroy(streams[s]));
    CHECK(cuEventDestroy(begin));
    CHECK(cuEventDestroy(end));
    CHECK(cuMemFree(d));
    CHECK(cuMemFreeHost(x));
    CHECK(cuDevicePrimaryCtxRelease(device));
    return 0;
}
