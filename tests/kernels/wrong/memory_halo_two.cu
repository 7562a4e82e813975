// A neighbourhood of two, at whose edge one is looked out for.
// launch: --grid 1 --block 32
// arg: in:i32[32]=ramp
// arg: out:i32[32]
// arg: i32=32
// wrong: out-of-bounds
// only: own target
// says: in[32]: in has 32 elements
extern "C" __global__ void k(const int *in, int *out, int n)
{
    int i = threadIdx.x;
    if (i >= 1 && i < n - 1)
        out[i] = in[i - 2] + in[i + 2]; // <--
    else
        out[i] = in[i];
}
