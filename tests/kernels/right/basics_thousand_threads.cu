// A block of 1024 threads sums by a tree.
// launch: --grid 3 --block 1024
// arg: in:i32[3072]=ramp
// arg: out:i32[3]
// out 1 = [sum(range(1024 * b, 1024 * b + 1024)) for b in range(3)]
extern "C" __global__ void __launch_bounds__(1024, 1) k(const int *in, int *out)
{
    __shared__ int part[1024];
    int i = threadIdx.x;
    part[i] = in[blockIdx.x * 1024 + i];
    __syncthreads();
    for (int stride = 512; stride > 0; stride >>= 1) {
        if (i < stride)
            part[i] += part[i + stride];
        __syncthreads();
    }
    if (i == 0)
        out[blockIdx.x] = part[0];
}
