// An index past one array of the module's, into the next one.
// launch: --grid 1 --block 32
// arg: in:i32[32]=ramp
// arg: out:i32[32]
// wrong: out-of-bounds
__device__ int counts[32], sums[32];
extern "C" __global__ void k(const int *in, int *out)
{
    int t = threadIdx.x;
    counts[t] = in[t];
    sums[t] = 2 * in[t];
    out[t] = counts[t + (in[t] == 31)] + sums[t]; // <--
}
