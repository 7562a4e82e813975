// Each block adds the sum of the block before, which may not be there yet.
// launch: --grid 4 --block 32
// arg: in:i32[128]=ramp
// arg: inout:i32[5]=constant:0
// wrong: global-race
extern "C" __global__ void k(const int *in, int *sums)
{
    int v = in[blockIdx.x * 32 + threadIdx.x];
    for (int s = 16; s; s /= 2)
        v += __shfl_down_sync(~0u, v, s);
    if (threadIdx.x == 0)
        sums[blockIdx.x + 1] = sums[blockIdx.x] + v; // <--
}
