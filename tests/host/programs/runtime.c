// The names of the runtime API.
// expect: nothing
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

#define CHECK(call)                                              \
    do {                                                         \
        cudaError_t error_ = (call);                             \
        if (error_ != cudaSuccess) {                             \
            fprintf(stderr, "%s\n", cudaGetErrorString(error_)); \
            exit(3);                                             \
        }                                                        \
    } while (0)

int main(void)
{
    enum { N = 1000 };
    float *x, *d, factor = 3;
    int n = N;
    cudaStream_t stream;
    CHECK(cudaMallocHost(&x, N * sizeof *x));
    CHECK(cudaMalloc(&d, N * sizeof *d));
    for (int i = 0; i < N; i++)
        x[i] = (float)i;
    CHECK(cudaStreamCreate(&stream));
    CHECK(cudaMemcpyAsync(d, x, N * sizeof *x, cudaMemcpyHostToDevice, stream));
    void *arguments[] = {&d, &factor, &n};
    CHECK(cudaLaunchKernel("scale", DIM3(8), DIM3(128), arguments, 0, stream));
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpyAsync(x, d, N * sizeof *x, cudaMemcpyDeviceToHost, stream));
    CHECK(cudaStreamSynchronize(stream));
    if (x[7] != 21)
        return 1;
    CHECK(cudaStreamDestroy(stream));
    CHECK(cudaFree(d));
    CHECK(cudaFreeHost(x));
    return 0;
}
