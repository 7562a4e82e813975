// An index so far off that it lands in another buffer.
// launch: --grid 1 --block 32
// arg: in:i32[32]=ramp
// arg: out:i32[32]
// wrong: out-of-bounds
// also: uninitialised-global, global-race
extern "C" __global__ void k(const int *in, int *out)
{
    int t = threadIdx.x;
    long long far = out - in;
    out[t] = *(in + far * (t == 31)); // <--
}
