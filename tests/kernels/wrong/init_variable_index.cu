// The position of a value that may not be there.
// launch: --grid 1 --block 32
// arg: in:i32[32]=constant:3
// arg: out:i32[32]
// arg: i32=7
// arg: i32=32
// wrong: uninitialised-variable
extern "C" __global__ void k(const int *in, int *out, int wanted, int n)
{
    int at;
    for (int i = 0; i < n; i++)
        if (in[i] == wanted)
            at = i;
    out[threadIdx.x] = in[at]; // <--
}
