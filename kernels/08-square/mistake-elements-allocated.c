// Squares n floats: allocate, copy, launch, copy back, free.

#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

#define CHECK(call)                                                                 \
    do {                                                                            \
        cudaError_t error_ = (call);                                                \
        if (error_ != cudaSuccess) {                                                \
            fprintf(stderr, "line %d: %s\n", __LINE__, cudaGetErrorString(error_)); \
            exit(1);                                                                \
        }                                                                           \
    } while (0)

int main(void)
{
    int n = (int)culab_int("n");
    size_t bytes = n * sizeof(float);
    float *in = malloc(bytes), *out = malloc(bytes);
    float *d_in, *d_out;
    culab_fill("in", in, bytes);

    CHECK(cudaMalloc(&d_in, n));
    CHECK(cudaMalloc(&d_out, n));
    CHECK(cudaMemcpy(d_in, in, bytes, cudaMemcpyHostToDevice));

    void *arguments[] = {&d_in, &d_out, &n};
    CHECK(cudaLaunchKernel("square", DIM3((n + 127) / 128), DIM3(128), arguments, 0, NULL));

    CHECK(cudaMemcpy(out, d_out, bytes, cudaMemcpyDeviceToHost));
    CHECK(cudaFree(d_in));
    CHECK(cudaFree(d_out));
    culab_result("out", out, bytes);
    free(in);
    free(out);
    return 0;
}
