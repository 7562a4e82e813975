// A barrier in a branch that all threads of a block take, and in a loop of the same length for all.
// launch: --grid 2 --block 64
// arg: out:i32[128]
// arg: i32=5
// out 0 = [(i % 64 + 5) % 64 if i >= 64 else i for i in range(128)]
extern "C" __global__ void k(int *out, int turns)
{
    __shared__ int tile[64];
    int t = threadIdx.x, value = t;
    if (blockIdx.x == 1)
        for (int i = 0; i < turns; i++) {
            tile[t] = value;
            __syncthreads();
            value = tile[(t + 1) % 64];
            __syncthreads();
        }
    out[blockIdx.x * 64 + t] = value;
}
