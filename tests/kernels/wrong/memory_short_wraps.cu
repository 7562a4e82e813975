// An index in 16 bits.
// launch: --grid 1 --block 32
// arg: in:i32[62001]=ramp
// arg: out:i32[32]
// wrong: out-of-bounds
// only: own target
// says: in[-31536]: in has 62001 elements
extern "C" __global__ void k(const int *in, int *out)
{
    short at = (short)(threadIdx.x * 2000);
    out[threadIdx.x] = in[at]; // <--
}
