// The last element is n - 1.
// launch: --grid 1 --block 32
// arg: in:i32[32]=ramp
// arg: out:i32[32]
// arg: i32=32
// wrong: out-of-bounds
// only: own target
// says: in[32]: in has 32 elements
extern "C" __global__ void k(const int *in, int *out, int n)
{
    out[threadIdx.x] = in[n - threadIdx.x]; // <--
}
