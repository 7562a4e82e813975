// Sums of three neighbours, by a tile in shared memory.

#define BLOCK 128

__global__ void stencil(const float *in, float *out, int n)
{
    __shared__ float tile[BLOCK + 2];
    int i = blockIdx.x * BLOCK + threadIdx.x;
    int t = threadIdx.x + 1;

    tile[t] = i < n ? in[i] : 0;
    if (threadIdx.x == 0)
        tile[0] = i > 0 ? in[i - 1] : 0;
    if (threadIdx.x == BLOCK - 1)
        tile[t + 1] = i + 1 < n ? in[i + 1] : 0;

    if (i < n)
        out[i] = tile[t - 1] + tile[t] + tile[t + 1];
}
