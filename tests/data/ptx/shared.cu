/* Shared memory, static and dynamic, and barriers. */
extern __shared__ float dynamic[];
extern "C" __global__ void shared_kernel(const float *__restrict__ in, float *out, int n)
{
    __shared__ float tile[32][33];
    __shared__ int count;
    int x = threadIdx.x, y = threadIdx.y;
    if (x == 0 && y == 0) count = 0;
    tile[y][x] = in[y * 32 + x];
    __syncthreads();
    dynamic[x] = tile[x][y];
    if (__syncthreads_or(x > n) && __syncthreads_and(y < n)) atomicAdd(&count, __syncthreads_count(x < y));
    __syncthreads();
    for (int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (x < s) dynamic[x] += dynamic[x + s];
        __syncthreads();
    }
    out[x] = dynamic[0] + count;
}
