// A transpose that takes the width for the height.
// launch: --grid 1 --block 8,4
// arg: in:i32[32]=ramp
// arg: out:i32[32]
// wrong: out-of-bounds
// also: global-race, global-same-value
// only: own target
// says: out[32]: out has 32 elements
extern "C" __global__ void k(const int *in, int *out)
{
    int x = threadIdx.x, y = threadIdx.y;
    out[x * 8 + y] = in[y * 8 + x]; // <--
}
