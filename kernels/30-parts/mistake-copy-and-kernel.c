// What takes how long: the copies, or the kernel?
//
// prediction: b

#include <culab.h>
#include <stdio.h>
#include <stdlib.h>

#define CHECK(call)                                            \
    do {                                                       \
        CUresult result_ = (call);                             \
        if (result_ != CUDA_SUCCESS) {                         \
            const char *text_ = "";                            \
            (void)!cuGetErrorString(result_, &text_);          \
            fprintf(stderr, "line %d: %s\n", __LINE__, text_); \
            exit(1);                                           \
        }                                                      \
    } while (0)

int main(void)
{
    CUdevice device;
    CUcontext context;
    CUfunction settle;
    CHECK(cuInit(0));
    CHECK(cuDeviceGet(&device, 0));
    CHECK(cuDevicePrimaryCtxRetain(&context, device));
    CHECK(cuCtxSetCurrent(context));
    CHECK(culab_kernel(&settle, "settle"));

    int n = (int)culab_int("n"), rounds = (int)culab_int("rounds");
    size_t bytes = n * sizeof(float);
    float *x;
    CUdeviceptr d_x;
    CHECK(cuMemAllocHost((void **)&x, bytes));
    CHECK(cuMemAlloc(&d_x, bytes));
    culab_fill("x", x, bytes);

    CUevent mark[4]; // before and behind each part
    for (int i = 0; i < 4; i++)
        CHECK(cuEventCreate(&mark[i], CU_EVENT_DEFAULT));

    CHECK(cuEventRecord(mark[0], NULL));
    CHECK(cuMemcpyHtoDAsync(d_x, x, bytes, NULL));
    CHECK(cuEventRecord(mark[1], NULL));
    CHECK(culab_launch(settle, (unsigned)(n + 255) / 256, 256, 0, NULL, d_x, rounds, n));
    CHECK(cuEventRecord(mark[2], NULL));
    CHECK(cuMemcpyDtoHAsync(x, d_x, bytes, NULL));
    CHECK(cuEventRecord(mark[3], NULL));
    CHECK(cuEventSynchronize(mark[3]));

    float up_ms, kernel_ms, down_ms;
    CHECK(cuEventElapsedTime(&up_ms, mark[0], mark[1]));
    CHECK(cuEventElapsedTime(&kernel_ms, mark[0], mark[2]));
    CHECK(cuEventElapsedTime(&down_ms, mark[2], mark[3]));
    printf("copies %g ms, kernel %g ms\n", up_ms + down_ms, kernel_ms);
    culab_measured("copy_ms", up_ms + down_ms);
    culab_measured("kernel_ms", kernel_ms);
    for (int i = 0; i < 4; i++)
        CHECK(cuEventDestroy(mark[i]));
    culab_result("x", x, bytes);

    CHECK(cuMemFree(d_x));
    CHECK(cuMemFreeHost(x));
    CHECK(cuDevicePrimaryCtxRelease(device));
    return 0;
}
