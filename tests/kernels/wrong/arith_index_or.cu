// The sum of a row's start and a column that shares no bit with it: compilers write it as an or.
// launch: --grid 1 --block 32
// arg: in:i32[64]=ramp
// arg: i32=134217728
// arg: out:i32[32]
// wrong: index-overflow
extern "C" __global__ void k(const int *in, int pitch, int *out)
{
    int t = threadIdx.x;
    int at = t * pitch * 32 + (t & 31); // <--
    out[t] = in[at]; // <--
}
