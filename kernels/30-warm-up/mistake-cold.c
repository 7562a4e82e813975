// The mean time of 20 launches.

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

#define LAUNCHES 20

int main(void)
{
    CUdevice device;
    CUcontext context;
    CUfunction square;
    CHECK(cuInit(0));
    CHECK(cuDeviceGet(&device, 0));
    CHECK(cuDevicePrimaryCtxRetain(&context, device));
    CHECK(cuCtxSetCurrent(context));
    CHECK(culab_kernel(&square, "square"));

    int n = (int)culab_int("n");
    size_t bytes = n * sizeof(float);
    float *in = malloc(bytes), *out = malloc(bytes);
    CUdeviceptr d_in, d_out;
    culab_fill("in", in, bytes);
    CHECK(cuMemAlloc(&d_in, bytes));
    CHECK(cuMemAlloc(&d_out, bytes));
    CHECK(cuMemcpyHtoD(d_in, in, bytes));
    unsigned blocks = (unsigned)(n + 255) / 256;

    CUevent begin, end;
    float ms;
    CHECK(cuEventCreate(&begin, CU_EVENT_DEFAULT));
    CHECK(cuEventCreate(&end, CU_EVENT_DEFAULT));

    CHECK(cuEventRecord(begin, NULL));
    for (int i = 0; i < LAUNCHES; i++)
        CHECK(culab_launch(square, blocks, 256, 0, NULL, d_in, d_out, n));
    CHECK(cuEventRecord(end, NULL));
    CHECK(cuEventSynchronize(end));
    CHECK(cuEventElapsedTime(&ms, begin, end));
    culab_measured("mean_ms", ms / LAUNCHES);
    CHECK(cuEventDestroy(begin));
    CHECK(cuEventDestroy(end));

    CHECK(cuMemcpyDtoH(out, d_out, bytes));
    culab_result("out", out, bytes);
    CHECK(cuMemFree(d_in));
    CHECK(cuMemFree(d_out));
    CHECK(cuDevicePrimaryCtxRelease(device));
    free(in);
    free(out);
    return 0;
}
