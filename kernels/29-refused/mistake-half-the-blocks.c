// Multiplies n floats by a factor, and says that all is well.

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

#define THREADS 1024

int main(void)
{
    CUdevice device;
    CUcontext context;
    CUfunction scale;
    CHECK(cuInit(0));
    CHECK(cuDeviceGet(&device, 0));
    CHECK(cuDevicePrimaryCtxRetain(&context, device));
    CHECK(cuCtxSetCurrent(context));
    CHECK(culab_kernel(&scale, "scale"));

    int n = (int)culab_int("n");
    float factor = (float)culab_real("factor");
    size_t bytes = n * sizeof(float);
    float *x = malloc(bytes);
    CUdeviceptr d_x;
    culab_fill("x", x, bytes);
    CHECK(cuMemAlloc(&d_x, bytes));
    CHECK(cuMemcpyHtoD(d_x, x, bytes));

    int blocks = (n + 2047) / 2048;
    CHECK(culab_launch(scale, blocks, THREADS, 0, NULL, d_x, factor, n));

    CHECK(cuMemcpyDtoH(x, d_x, bytes));
    CHECK(cuMemFree(d_x));
    culab_result("x", x, bytes);
    printf("all is well\n");
    free(x);
    CHECK(cuDevicePrimaryCtxRelease(device));
    return 0;
}
