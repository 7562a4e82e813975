// Kernels that end in every way a launch can end.
#include <stdio.h>

__global__ void right(int *out)
{
    printf("thread %d\n", threadIdx.x);
    out[threadIdx.x] = 2 * threadIdx.x;
}

__global__ void outside(int *out)
{
    out[threadIdx.x + 1] = 1;
}

__global__ void reads_null(int *out)
{
    int *p = (int *)(size_t)(out[0] - 7);
    out[threadIdx.x] = *p;
}

__global__ void asserts(int *out)
{
    assert(out[0] == 12345);
}

__global__ void traps(int *out)
{
    out[0] = 0;
    asm volatile("trap;");
}

__global__ void spins(volatile int *out)
{
    while (out[0] != 12345)
        ;
}

__global__ void counts_on(volatile int *out)
{
    for (;;)
        out[threadIdx.x]++;
}

__global__ void floods(int *out)
{
    for (;;)
        printf("%d\n", out[0]);
}

__global__ void paints(int *out)
{
    printf("\x1b]52;c;x\x07\xff\xe2\x80\xae" "end");
    out[0] = 1;
}

__global__ void input(int *in)
{
    in[threadIdx.x] += 1;
}

__device__ int counter;

__global__ void counts(int *out)
{
    out[0] = atomicAdd(&counter, 1);
}

__global__ void every_other(const float *weights, const float *samples, float *sums, int n)
{
    int i = threadIdx.x;
    sums[2 * i] = weights[i] * samples[i + n];
}

__global__ void barrier_in_branch(int *out)
{
    __shared__ int tile[64];
    tile[threadIdx.x] = threadIdx.x;
    if (threadIdx.x < 16)
        __syncthreads();
    out[threadIdx.x] = tile[63 - threadIdx.x];
}
