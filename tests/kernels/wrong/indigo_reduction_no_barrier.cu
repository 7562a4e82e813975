// The carry of each warp is read by the first warp without a barrier.
// launch: --grid 1 --block 128
// arg: in:i32[128]=ramp
// arg: out:i32[1]
// wrong: shared-race
// also: uninitialised-shared
extern "C" __global__ void k(const int *in, int *out)
{
    __shared__ int carry[4];
    int t = threadIdx.x, v = in[t];
    for (int s = 16; s; s /= 2)
        v += __shfl_down_sync(~0u, v, s);
    if (t % 32 == 0)
        carry[t / 32] = v; // <--
    if (t < 32) {
        v = t < 4 ? carry[t] : 0; // <--
        for (int s = 2; s; s /= 2)
            v += __shfl_down_sync(~0u, v, s);
        if (t == 0)
            *out = v;
    }
}
