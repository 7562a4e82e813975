// How long does the kernel run?

#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

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
    int n = (int)culab_int("n"), rounds = (int)culab_int("rounds");
    size_t bytes = n * sizeof(float);
    float *x = malloc(bytes), *d_x;
    culab_fill("x", x, bytes);
    CHECK(cudaMalloc(&d_x, bytes));

    cudaEvent_t begin, end;
    float ms;
    CHECK(cudaEventCreate(&begin));
    CHECK(cudaEventCreate(&end));

    CHECK(cudaEventRecord(begin, NULL));
    CHECK(cudaMemcpy(d_x, x, bytes, cudaMemcpyHostToDevice));
    void *arguments[] = {&d_x, &rounds, &n};
    CHECK(cudaLaunchKernel("settle", DIM3((n + 255) / 256), DIM3(256), arguments, 0, NULL));
    CHECK(cudaEventRecord(end, NULL));
    CHECK(cudaEventSynchronize(end));
    CHECK(cudaEventElapsedTime(&ms, begin, end));
    culab_measured("kernel_ms", ms);
    CHECK(cudaEventDestroy(begin));
    CHECK(cudaEventDestroy(end));

    CHECK(cudaMemcpy(x, d_x, bytes, cudaMemcpyDeviceToHost));
    CHECK(cudaFree(d_x));
    printf("the kernel ran for %g ms\n", ms);
    culab_result("x", x, bytes);

    free(x);
    return 0;
}
