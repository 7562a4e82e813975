// A host's clock around a launch that was waited for: as the events say, and the calls' own time.
// expect: nothing
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define CHECK(call)                                              \
    do {                                                         \
        cudaError_t error_ = (call);                             \
        if (error_ != cudaSuccess) {                             \
            fprintf(stderr, "%s\n", cudaGetErrorString(error_)); \
            exit(3);                                             \
        }                                                        \
    } while (0)

static double now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1e3 + now.tv_nsec / 1e6;
}

int main(void)
{
    int n = 1 << 22;
    float *d, factor = 3, ms;
    void *arguments[] = {&d, &factor, &n};
    cudaEvent_t begin, end;
    CHECK(cudaMalloc(&d, n * sizeof *d));
    CHECK(cudaMemset(d, 0, n * sizeof *d));
    CHECK(cudaEventCreate(&begin));
    CHECK(cudaEventCreate(&end));
    CHECK(cudaDeviceSynchronize());
    double before = now_ms();
    CHECK(cudaEventRecord(begin, NULL));
    CHECK(cudaLaunchKernel("scale", DIM3((n + 127) / 128), DIM3(128), arguments, 0, NULL));
    CHECK(cudaEventRecord(end, NULL));
    CHECK(cudaDeviceSynchronize());
    double clock_ms = now_ms() - before;
    CHECK(cudaEventElapsedTime(&ms, begin, end));
    CHECK(cudaEventDestroy(begin));
    CHECK(cudaEventDestroy(end));
    CHECK(cudaFree(d));
    printf("clock %g ms, events %g ms\n", clock_ms, ms);
    // Simulating takes far longer; a busy machine may take some of the time besides.
    return clock_ms < ms || clock_ms > ms + 30;
}
