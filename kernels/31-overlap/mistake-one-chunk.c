// Scrambles n numbers chunk by chunk: copy in, kernel, copy out.
#include <cuda.h>
#include <culab.h>
#include <stdio.h>
#include <stdlib.h>

#define CHECK(call)                                                        \
    do {                                                                   \
        CUresult result = (call);                                          \
        if (result != CUDA_SUCCESS) {                                      \
            fprintf(stderr, "line %d: error %d\n", __LINE__, (int)result); \
            exit(1);                                                       \
        }                                                                  \
    } while (0)

enum { CHUNKS = 1 };

int main(void)
{
    int n = (int)culab_int("n"), size = (n + CHUNKS - 1) / CHUNKS;
    size_t bytes = n * sizeof(unsigned);
    CUdevice device;
    CUcontext context;
    CUfunction scramble;
    CUdeviceptr d_in, d_out;
    CUstream streams[CHUNKS];
    unsigned *in, *out;

    CHECK(cuInit(0));
    CHECK(cuDeviceGet(&device, 0));
    CHECK(cuDevicePrimaryCtxRetain(&context, device));
    CHECK(cuCtxSetCurrent(context));
    CHECK(culab_kernel(&scramble, "scramble"));

    CHECK(cuMemAllocHost((void **)&in, bytes));
    CHECK(cuMemAllocHost((void **)&out, bytes));
    CHECK(cuMemAlloc(&d_in, bytes));
    CHECK(cuMemAlloc(&d_out, bytes));
    for (int c = 0; c < CHUNKS; c++)
        CHECK(cuStreamCreate(&streams[c], CU_STREAM_NON_BLOCKING));
    culab_fill("in", in, bytes);

    for (int c = 0; c < CHUNKS; c++) {
        int first = c * size, count = first + size < n ? size : n - first;
        size_t at = first * sizeof(unsigned), part = count * sizeof(unsigned);
        CUstream stream = streams[c];
        CHECK(cuMemcpyHtoDAsync(d_in + at, in + first, part, stream));
        CHECK(culab_launch(scramble, (count + 255) / 256, 256, 0, stream, d_in + at, d_out + at,
                           count));
        CHECK(cuMemcpyDtoHAsync(out + first, d_out + at, part, stream));
    }
    CHECK(cuCtxSynchronize());
    culab_result("out", out, bytes);

    for (int c = 0; c < CHUNKS; c++)
        CHECK(cuStreamDestroy(streams[c]));
    CHECK(cuMemFree(d_in));
    CHECK(cuMemFree(d_out));
    CHECK(cuMemFreeHost(in));
    CHECK(cuMemFreeHost(out));
    CHECK(cuDevicePrimaryCtxRelease(device));
    return 0;
}
