// Counts on the device how many of n floats are above a limit.

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
    CUfunction count_above;
    CHECK(cuInit(0));
    CHECK(cuDeviceGet(&device, 0));
    CHECK(cuDevicePrimaryCtxRetain(&context, device));
    CHECK(cuCtxSetCurrent(context));
    CHECK(culab_kernel(&count_above, "count_above"));

    int n = (int)culab_int("n"), count = -1;
    float limit = (float)culab_real("limit");
    size_t bytes = n * sizeof(float);
    float *x = malloc(bytes);
    culab_fill("x", x, bytes);

    CUdeviceptr d_x, d_count;
    CHECK(cuMemAlloc(&d_x, bytes));
    CHECK(cuMemAlloc(&d_count, sizeof count));
    CHECK(cuMemcpyHtoD(d_x, x, bytes));
    CHECK(cuMemsetD32(d_count, 0, sizeof count));
    CHECK(culab_launch(count_above, (n + 127) / 128, 128, 0, NULL, d_x, d_count, limit, n));
    CHECK(cuMemcpyDtoH(&count, d_count, sizeof count));
    CHECK(cuMemFree(d_x));
    CHECK(cuMemFree(d_count));
    culab_result("count", &count, sizeof count);
    free(x);
    CHECK(cuDevicePrimaryCtxRelease(device));
    return 0;
}
