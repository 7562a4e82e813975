// Row softmax by a block: greatest, sum, quotient.
// launch: --grid 3 --block 64
// data x = [((i * 31) % 17) / 4 for i in range(300)]
// arg: in:f32[300]=@x
// arg: out:f32[300]
// near 1 1e-5 = [math.exp(x[i]) / sum(math.exp(v) for v in x[100 * (i // 100):100 * (i // 100) + 100]) for i in range(300)]
__device__ float over_block(float v, bool greatest)
{
    __shared__ float part[2];
    for (int step = 16; step > 0; step /= 2) {
        float other = __shfl_xor_sync(0xffffffff, v, step);
        v = greatest ? fmaxf(v, other) : v + other;
    }
    __syncthreads();
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = v;
    __syncthreads();
    return greatest ? fmaxf(part[0], part[1]) : part[0] + part[1];
}
extern "C" __global__ void k(const float *in, float *out)
{
    const float *row = in + 100 * blockIdx.x;
    float most = -INFINITY, sum = 0;
    for (int i = threadIdx.x; i < 100; i += 64)
        most = fmaxf(most, row[i]);
    most = over_block(most, true);
    for (int i = threadIdx.x; i < 100; i += 64)
        sum += expf(row[i] - most);
    sum = over_block(sum, false);
    for (int i = threadIdx.x; i < 100; i += 64)
        out[100 * blockIdx.x + i] = expf(row[i] - most) / sum;
}
