// Four at once, of a number that four does not divide.
// launch: --grid 1 --block 8
// arg: in:i32[30]=ramp
// arg: out:i32[8]
// wrong: out-of-bounds
// only: own target
// says: in[28] to in[31]: in has 30 elements
extern "C" __global__ void k(const int *in, int *out)
{
    int4 v = ((const int4 *)in)[threadIdx.x]; // <--
    out[threadIdx.x] = v.x + v.w;
}
