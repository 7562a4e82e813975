// Squares n floats through buffers of PIECE floats, round by round.

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

#define PIECE 1000

int main(void)
{
    int n = (int)culab_int("n");
    float *in = malloc(n * sizeof *in), *out = malloc(n * sizeof *out);
    float *d_in, *d_out;
    culab_fill("in", in, n * sizeof *in);

    for (int from = 0; from < n; from += PIECE) {
        int count = n - from < PIECE ? n - from : PIECE;
        CHECK(cudaMalloc(&d_in, PIECE * sizeof *d_in));
        CHECK(cudaMalloc(&d_out, PIECE * sizeof *d_out));
        size_t bytes = count * sizeof(float);
        CHECK(cudaMemcpy(d_in, in + from, bytes, cudaMemcpyHostToDevice));
        void *arguments[] = {&d_in, &d_out, &count};
        CHECK(cudaLaunchKernel("square", DIM3(8), DIM3(128), arguments, 0, NULL));
        CHECK(cudaMemcpy(out + from, d_out, bytes, cudaMemcpyDeviceToHost));
    }
    CHECK(cudaFree(d_in));
    CHECK(cudaFree(d_out));
    culab_result("out", out, n * sizeof *out);
    free(in);
    free(out);
    return 0;
}
