// What lies before element 0, in 64 unsigned bits.
// launch: --grid 1 --block 32
// arg: in:i32[32]=ramp
// arg: out:i32[32]
// wrong: out-of-bounds
// only: own target
// says: in[-1]: in has 32 elements
extern "C" __global__ void k(const int *in, int *out)
{
    size_t i = threadIdx.x;
    out[i] = in[i - 1]; // <--
}
