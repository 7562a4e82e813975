// y = square(x) - neighbours(x): the two halves in two streams, then the difference.
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

static void launch(const char *kernel, int n, void **arguments, cudaStream_t stream)
{
    CHECK(cudaLaunchKernel(kernel, DIM3((n + 127) / 128), DIM3(128), arguments, 0, stream));
}

int main(void)
{
    int n = (int)culab_int("n");
    size_t bytes = n * sizeof(int);
    int *x, *y, *d_x, *d_a, *d_b, *d_y;
    cudaStream_t left, right;
    cudaEvent_t x_there, b_there;

    CHECK(cudaMallocHost(&x, bytes));
    CHECK(cudaMallocHost(&y, bytes));
    CHECK(cudaMalloc(&d_x, bytes));
    CHECK(cudaMalloc(&d_a, bytes));
    CHECK(cudaMalloc(&d_b, bytes));
    CHECK(cudaMalloc(&d_y, bytes));
    CHECK(cudaStreamCreateWithFlags(&right, cudaStreamNonBlocking));
    CHECK(cudaStreamCreateWithFlags(&left, cudaStreamNonBlocking));
    CHECK(cudaEventCreateWithFlags(&x_there, cudaEventDisableTiming));
    CHECK(cudaEventCreateWithFlags(&b_there, cudaEventDisableTiming));
    culab_fill("x", x, bytes);

    void *for_square[] = {&d_x, &d_a, &n}, *for_neighbours[] = {&d_x, &d_b, &n};
    void *for_join[] = {&d_a, &d_b, &d_y, &n};

    CHECK(cudaMemcpyAsync(d_x, x, bytes, cudaMemcpyHostToDevice, left));
    CHECK(cudaEventRecord(x_there, left));
    launch("square", n, for_square, left);

    CHECK(cudaStreamWaitEvent(right, x_there, 0));
    launch("neighbours", n, for_neighbours, right);
    CHECK(cudaEventRecord(b_there, right));

    launch("join", n, for_join, left);
    CHECK(cudaMemcpyAsync(y, d_y, bytes, cudaMemcpyDeviceToHost, left));
    CHECK(cudaStreamSynchronize(left));
    culab_result("y", y, bytes);

    CHECK(cudaEventDestroy(x_there));
    CHECK(cudaEventDestroy(b_there));
    CHECK(cudaStreamDestroy(left));
    CHECK(cudaStreamDestroy(right));
    CHECK(cudaFree(d_x));
    CHECK(cudaFree(d_a));
    CHECK(cudaFree(d_b));
    CHECK(cudaFree(d_y));
    CHECK(cudaFreeHost(x));
    CHECK(cudaFreeHost(y));
    return 0;
}
