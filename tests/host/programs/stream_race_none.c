// Two streams in order by an event there and back, and halves of one array side by side.
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
    enum { N = 1024, BYTES = N * sizeof(float) };
    CUdevice device;
    CUcontext context;
    CUfunction scale;
    float *x;
    CUdeviceptr d;
    CUstream a, b;
    CUevent event;
    CHECK(cuInit(0));
    CHECK(cuDeviceGet(&device, 0));
    CHECK(cuDevicePrimaryCtxRetain(&context, device));
    CHECK(cuCtxSetCurrent(context));
    CHECK(culab_kernel(&scale, "scale"));
    CHECK(cuMemAllocHost((void **)&x, BYTES));
    CHECK(cuMemAlloc(&d, BYTES));
    for (int i = 0; i < N; i++)
        x[i] = (float)i;
    CHECK(cuStreamCreate(&a, CU_STREAM_NON_BLOCKING));
    CHECK(cuStreamCreate(&b, CU_STREAM_NON_BLOCKING));
    CHECK(cuEventCreate(&event, CU_EVENT_DISABLE_TIMING));
    CHECK(cuMemcpyHtoDAsync(d, x, BYTES, a));
    CHECK(cuEventRecord(event, a));
    CHECK(cuStreamWaitEvent(b, event, 0));
    CHECK(culab_launch(scale, 8, 128, 0, b, d, 2.0f, N));
    CHECK(cuEventRecord(event, b));
    CHECK(cuStreamWaitEvent(a, event, 0));
    CHECK(cuMemcpyHtoDAsync(d, x, BYTES, a));
    CHECK(cuStreamSynchronize(a));
    CHECK(culab_launch(scale, 4, 128, 0, a, d, 2.0f, N / 2));
    CHECK(culab_launch(scale, 4, 128, 0, b, d + BYTES / 2, 2.0f, N / 2));
    CHECK(cuMemcpyDtoHAsync(x, d, BYTES / 2, a));
    CHECK(cuMemcpyDtoHAsync(x + N / 2, d + BYTES / 2, BYTES / 2, b));
    CHECK(cuCtxSynchronize());
    CHECK(cuStreamDestroy(a));
    CHECK(cuStreamDestroy(b));
    CHECK(cuEventDestroy(event));
    CHECK(cuMemFree(d));
    CHECK(cuMemFreeHost(x));
    CHECK(cuDevicePrimaryCtxRelease(device));
    return 0;
}
