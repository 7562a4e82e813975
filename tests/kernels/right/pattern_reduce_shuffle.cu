// Any n: a grid-stride sum, shuffles, then one atomic for a block.
// launch: --grid 6 --block 192
// arg: in:f32[5001]=ramp
// arg: inout:f64[1]=constant:0
// arg: i32=5001
// out 1 = [sum(range(5001))]
extern "C" __global__ void k(const float *in, double *out, int n)
{
    __shared__ double part[6];
    double sum = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        sum += in[i];
    for (int step = 16; step > 0; step /= 2)
        sum += __shfl_xor_sync(0xffffffff, sum, step);
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x < 32) {
        sum = threadIdx.x < 6 ? part[threadIdx.x] : 0;
        for (int step = 4; step > 0; step /= 2)
            sum += __shfl_down_sync(0xffffffff, sum, step);
        if (threadIdx.x == 0)
            atomicAdd(out, sum);
    }
}
