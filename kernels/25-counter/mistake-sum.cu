// Counts how many of n numbers are greater than limit.
// *count is 0 before the launch.

__global__ void count_above(const int *in, int n, int limit, int *count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n && in[i] > limit)
        atomicAdd(count, in[i]);
}
