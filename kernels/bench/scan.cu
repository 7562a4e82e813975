// Inclusive sums of each block's elements, by doubling distances in shared memory.
extern "C" __global__ void scan(const float *in, float *out, float *sums, int n)
{
    __shared__ float part[2][256];
    int t = threadIdx.x, i = blockIdx.x * 256 + t, side = 0;
    part[0][t] = i < n ? in[i] : 0.0f;
    __syncthreads();
    for (int step = 1; step < 256; step *= 2) {
        float sum = part[side][t];
        if (t >= step)
            sum += part[side][t - step];
        side ^= 1;
        part[side][t] = sum;
        __syncthreads();
    }
    if (i < n)
        out[i] = part[side][t];
    if (t == 255)
        sums[blockIdx.x] = part[side][t];
}
