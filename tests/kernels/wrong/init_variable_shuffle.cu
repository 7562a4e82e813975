// Half of the warp's lanes bring nothing to a sum over all of them.
// launch: --grid 1 --block 32
// arg: in:i32[16]=ramp
// arg: out:i32[1]
// wrong: uninitialised-variable
// only: optimised code
extern "C" __global__ void k(const int *in, int *out)
{
    int v;
    if (threadIdx.x < 16)
        v = in[threadIdx.x];
    for (int step = 16; step; step /= 2)
        v += __shfl_down_sync(0xffffffff, v, step); // <--
    if (threadIdx.x == 0)
        out[0] = v; // <--
}
