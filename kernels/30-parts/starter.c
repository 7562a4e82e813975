// What takes how long: the copies, or the kernel?
//
// prediction: ?

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

    CHECK(cuMemcpyHtoDAsync(d_x, x, bytes, NULL));
    CHECK(culab_launch(settle, (unsigned)(n + 255) / 256, 256, 0, NULL, d_x, rounds, n));
    CHECK(cuMemcpyDtoHAsync(x, d_x, bytes, NULL));
    CHECK(cuCtxSynchronize());
    // your code: four events, before and behind each of the three, and then
    // culab_measured("copy_ms", ...) of both copies and culab_measured("kernel_ms", ...)
    culab_result("x", x, bytes);

    CHECK(cuMemFree(d_x));
    CHECK(cuMemFreeHost(x));
    CHECK(cuDevicePrimaryCtxRelease(device));
    return 0;
}
