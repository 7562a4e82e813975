// What lies before element 0, in 32 unsigned bits.
// launch: --grid 1 --block 32
// arg: in:i32[32]=ramp
// arg: out:i32[32]
// wrong: out-of-bounds
// also: index-overflow
// only: own target
// says: in[4294967295]: in has 32 elements
extern "C" __global__ void k(const int *in, int *out)
{
    unsigned i = threadIdx.x;
    out[i] = in[i - 1]; // <--
}
