// Works on n numbers chunk by chunk, with room on the device for the input of two chunks. While the
// kernel reads one of the two buffers, the other is filled.
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

enum { CHUNKS = 6 };

int main(void)
{
    int n = (int)culab_int("n"), size = (n + CHUNKS - 1) / CHUNKS;
    size_t bytes = n * sizeof(unsigned);
    unsigned *in, *out, *buffers[2], *d_out;
    cudaStream_t copies, work;
    cudaEvent_t filled[2], emptied[2];

    CHECK(cudaMallocHost(&in, bytes));
    CHECK(cudaMallocHost(&out, bytes));
    CHECK(cudaMalloc(&d_out, bytes));
    CHECK(cudaStreamCreateWithFlags(&copies, cudaStreamNonBlocking));
    CHECK(cudaStreamCreateWithFlags(&work, cudaStreamNonBlocking));
    for (int b = 0; b < 2; b++) {
        CHECK(cudaMalloc(&buffers[b], size * sizeof(unsigned)));
        CHECK(cudaEventCreateWithFlags(&filled[b], cudaEventDisableTiming));
        CHECK(cudaEventCreateWithFlags(&emptied[b], cudaEventDisableTiming));
    }
    culab_fill("in", in, bytes);

    for (int c = 0; c < CHUNKS && c * size < n; c++) {
        int first = c * size, count = first + size < n ? size : n - first, b = c % 2;
        size_t part = count * sizeof(unsigned);
        unsigned *to = d_out + first;
        void *arguments[] = {&buffers[b], &to, &count};

        CHECK(cudaStreamWaitEvent(copies, emptied[b], 0));
        CHECK(cudaMemcpyAsync(buffers[b], in + first, part, cudaMemcpyHostToDevice, copies));
        CHECK(cudaEventRecord(filled[b], copies));

        CHECK(cudaStreamWaitEvent(work, filled[b], 0));
        CHECK(cudaEventRecord(emptied[b], work));
        CHECK(cudaLaunchKernel("bytes_sum", DIM3((count + 127) / 128), DIM3(128), arguments, 0,
                               work));
    }
    CHECK(cudaMemcpyAsync(out, d_out, bytes, cudaMemcpyDeviceToHost, work));
    CHECK(cudaStreamSynchronize(work));
    culab_result("out", out, bytes);

    for (int b = 0; b < 2; b++) {
        CHECK(cudaEventDestroy(filled[b]));
        CHECK(cudaEventDestroy(emptied[b]));
        CHECK(cudaFree(buffers[b]));
    }
    CHECK(cudaStreamDestroy(copies));
    CHECK(cudaStreamDestroy(work));
    CHECK(cudaFree(d_out));
    CHECK(cudaFreeHost(in));
    CHECK(cudaFreeHost(out));
    return 0;
}
