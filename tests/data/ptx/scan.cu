/* Scan of a block by warps. */
extern "C" __global__ void scan(int *a, int *sums)
{
    __shared__ int totals[32];
    int x = a[blockIdx.x * blockDim.x + threadIdx.x], lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
#pragma unroll
    for (int d = 1; d < 32; d *= 2) { int y = __shfl_up_sync(0xffffffffu, x, d); if (lane >= d) x += y; }
    if (lane == 31) totals[warp] = x;
    __syncthreads();
    if (warp == 0) {
        int t = totals[lane];
        for (int d = 1; d < 32; d *= 2) { int y = __shfl_up_sync(0xffffffffu, t, d); if (lane >= d) t += y; }
        totals[lane] = t;
    }
    __syncthreads();
    if (warp) x += totals[warp - 1];
    a[blockIdx.x * blockDim.x + threadIdx.x] = x;
    if (threadIdx.x == blockDim.x - 1) sums[blockIdx.x] = x;
}
