// A bin that is not there, in shared memory.
// launch: --grid 1 --block 64
// arg: in:i32[64]=ramp
// arg: out:i32[32]
// wrong: out-of-bounds
extern "C" __global__ void k(const int *in, int *out)
{
    __shared__ int bins[32];
    int t = threadIdx.x;
    if (t < 32)
        bins[t] = 0;
    __syncthreads();
    atomicAdd(&bins[in[t] * 1000], 1); // <--
    __syncthreads();
    if (t < 32)
        out[t] = bins[t];
}
