// A number where an address is meant.
// launch: --grid 1 --block 32
// arg: in:i32[32]=ramp
// arg: out:i32[32]
// wrong: out-of-bounds
// only: own target
// says: a null pointer plus a small offset
extern "C" __global__ void k(const int *in, int *out)
{
    const int *p = (const int *)(unsigned long long)in[4];
    out[threadIdx.x] = p[threadIdx.x]; // <--
}
