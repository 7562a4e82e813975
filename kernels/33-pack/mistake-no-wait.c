// Squares the weights of n records. The device needs only the weights.
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

typedef struct Record {
    int number, weight, more[6];
} Record;

int main(void)
{
    int n = (int)culab_int("n");
    size_t bytes = n * sizeof(int);
    Record *records = malloc(n * sizeof(Record));
    int *weights, *out, *d_weights, *d_out;
    cudaStream_t stream;

    CHECK(cudaMallocHost(&weights, bytes));
    CHECK(cudaMallocHost(&out, bytes));
    CHECK(cudaMalloc(&d_weights, bytes));
    CHECK(cudaMalloc(&d_out, bytes));
    CHECK(cudaStreamCreate(&stream));
    culab_fill("records", records, n * sizeof(Record));

    for (int i = 0; i < n; i++)
        weights[i] = records[i].weight;
    CHECK(cudaMemcpyAsync(d_weights, weights, bytes, cudaMemcpyHostToDevice, stream));
    void *arguments[] = {&d_weights, &d_out, &n};
    CHECK(cudaLaunchKernel("squares", DIM3((n + 127) / 128), DIM3(128), arguments, 0, stream));
    CHECK(cudaMemcpyAsync(out, d_out, bytes, cudaMemcpyDeviceToHost, stream));
    culab_result("out", out, bytes);

    CHECK(cudaStreamDestroy(stream));
    CHECK(cudaFree(d_weights));
    CHECK(cudaFree(d_out));
    CHECK(cudaFreeHost(weights));
    CHECK(cudaFreeHost(out));
    free(records);
    return 0;
}
