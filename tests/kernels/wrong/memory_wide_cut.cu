// An index in 64 bits that goes through an int.
// launch: --grid 1 --block 1
// arg: in:i32[32]=ramp
// arg: out:i32[1]
// arg: i64=6442450944
// wrong: out-of-bounds
// only: own target
// says: in[-2147483648]: in has 32 elements
extern "C" __global__ void k(const int *in, int *out, long long at)
{
    int i = (int)at;
    out[0] = in[i]; // <--
}
