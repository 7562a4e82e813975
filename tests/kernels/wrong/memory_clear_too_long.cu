// More is cleared than the array has.
// launch: --grid 1 --block 32
// arg: in:i32[40]=ramp
// arg: out:i32[32]
// wrong: out-of-bounds
// variable: own[4]
// only: own target
extern "C" __global__ void k(const int *in, int *out)
{
    int own[4], other[4], t = threadIdx.x;
    for (int i = 0; i < 4; i++)
        other[i] = t + in[i];
    memset(own, 0, in[20]); // <--
    for (int i = 0; i < 4; i++)
        own[in[i] & 3] += other[in[i] & 3];
    out[t] = own[in[t] & 3];
}
