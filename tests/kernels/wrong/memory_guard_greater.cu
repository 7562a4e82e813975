// > where >= is meant.
// launch: --grid 1 --block 128
// arg: in:i32[100]=ramp
// arg: out:i32[100]
// arg: i32=100
// wrong: out-of-bounds
// only: own target
// says: in[100]: in has 100 elements
extern "C" __global__ void k(const int *in, int *out, int n)
{
    int i = threadIdx.x;
    if (i > n)
        return;
    out[i] = in[i]; // <--
}
