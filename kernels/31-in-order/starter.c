// Smooths n numbers `passes` times, back and forth between two arrays on the device.
#include <cuda_runtime.h>
#include <culab.h>
#include <stdio.h>
#include <stdlib.h>

#define CHECK(call)                                                                 \
    do {                                                                            \
        cudaError_t result = (call);                                                \
        if (result != cudaSuccess) {                                                \
            fprintf(stderr, "line %d: %s\n", __LINE__, cudaGetErrorString(result)); \
            exit(1);                                                                \
        }                                                                           \
    } while (0)

int main(void)
{
    int n = (int)culab_int("n"), passes = (int)culab_int("passes");
    size_t bytes = n * sizeof(int);
    int *x, *from, *to;
    cudaStream_t stream;

    CHECK(cudaMallocHost(&x, bytes));
    CHECK(cudaMalloc(&from, bytes));
    CHECK(cudaMalloc(&to, bytes));
    CHECK(cudaStreamCreate(&stream));
    culab_fill("x", x, bytes);

    CHECK(cudaMemcpyAsync(from, x, bytes, cudaMemcpyHostToDevice, stream));
    CHECK(cudaStreamSynchronize(stream));
    for (int pass = 0; pass < passes; pass++) {
        void *arguments[] = {&from, &to, &n};
        CHECK(cudaLaunchKernel("smooth", DIM3((n + 127) / 128), DIM3(128), arguments, 0, stream));
        CHECK(cudaStreamSynchronize(stream));
        int *swapped = from;
        from = to;
        to = swapped;
    }
    CHECK(cudaMemcpyAsync(x, from, bytes, cudaMemcpyDeviceToHost, stream));
    CHECK(cudaStreamSynchronize(stream));
    culab_result("x", x, bytes);

    CHECK(cudaStreamDestroy(stream));
    CHECK(cudaFree(from));
    CHECK(cudaFree(to));
    CHECK(cudaFreeHost(x));
    return 0;
}
