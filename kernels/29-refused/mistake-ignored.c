// Multiplies n floats by a factor, and says that all is well.

#include <culab.h>
#include <stdio.h>
#include <stdlib.h>

#define CHECK(call) (void)!(call)

#define THREADS 2048

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

    int blocks = (n + THREADS - 1) / THREADS;
    CHECK(culab_launch(scale, blocks, THREADS, 0, NULL, d_x, factor, n));

    CHECK(cuMemcpyDtoH(x, d_x, bytes));
    CHECK(cuMemFree(d_x));
    culab_result("x", x, bytes);
    printf("all is well\n");
    free(x);
    CHECK(cuDevicePrimaryCtxRelease(device));
    return 0;
}
