// y = a * x + y, with the Driver API alone. The kernel lies compiled in kernel.ptx.

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
    CUmodule module;
    CUfunction saxpy;
    CHECK(cuInit(0));
    CHECK(cuDeviceGet(&device, 0));
    CHECK(cuDevicePrimaryCtxRetain(&context, device));
    CHECK(cuCtxSetCurrent(context));
    CHECK(cuModuleLoad(&module, "kernel.ptx"));
    CHECK(cuModuleGetFunction(&saxpy, module, "saxpy"));

    // What the kernel gets.
    struct {
        size_t n;
        double a;
        CUdeviceptr x, y;
    } given = {.n = culab_int("n"), .a = culab_real("a")};

    size_t bytes = given.n * sizeof(float);
    float *x = malloc(bytes), *y = malloc(bytes);
    culab_fill("x", x, bytes);
    culab_fill("y", y, bytes);
    CHECK(cuMemAlloc(&given.x, bytes));
    CHECK(cuMemAlloc(&given.y, bytes));
    CHECK(cuMemcpyHtoD(given.x, x, bytes));
    CHECK(cuMemcpyHtoD(given.y, y, bytes));

    void *arguments[] = {&given.a, &given.x, &given.y, &given.n};
    unsigned blocks = (unsigned)((given.n + 255) / 256);
    CHECK(cuLaunchKernel(saxpy, blocks, 1, 1, 256, 1, 1, 0, NULL, arguments, NULL));

    CHECK(cuMemcpyDtoH(y, given.y, bytes));
    culab_result("y", y, bytes);
    CHECK(cuMemFree(given.x));
    CHECK(cuMemFree(given.y));
    CHECK(cuModuleUnload(module));
    CHECK(cuDevicePrimaryCtxRelease(device));
    free(x);
    free(y);
    return 0;
}
