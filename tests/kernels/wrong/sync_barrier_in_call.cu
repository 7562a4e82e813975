// Half a block calls a function that has a barrier in it.
// launch: --grid 2 --block 64
// arg: in:i32[128]=ramp
// arg: out:i32[128]
// wrong: divergent-barrier
__device__ __noinline__ int from_neighbour(int v, int *row)
{
    row[threadIdx.x] = v;
    __syncthreads(); // <--
    return row[threadIdx.x ^ 1];
}
extern "C" __global__ void k(const int *in, int *out)
{
    __shared__ int row[64];
    int i = blockIdx.x * blockDim.x + threadIdx.x, v = in[i];
    if (threadIdx.x < 32)
        v = from_neighbour(v, row);
    out[i] = v;
}
