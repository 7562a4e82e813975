// Rows of a hundred million elements.
// launch: --grid 1 --block 32
// arg: in:i32[32]=ramp
// arg: out:i32[32]
// wrong: out-of-bounds
// also: index-overflow
// only: own target
// says: in[-2094967296]: in has 32 elements
extern "C" __global__ void k(const int *in, int *out)
{
    int t = threadIdx.x, row = in[t] * 100000000;
    out[t] = t < 22 ? 0 : in[row]; // <--
}
