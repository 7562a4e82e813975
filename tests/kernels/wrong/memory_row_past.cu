// A row too many.
// launch: --grid 1,1 --block 8,8
// arg: in:i32[24]=ramp
// arg: inout:i32[24]=ramp
// arg: i32=6
// arg: i32=4
// wrong: out-of-bounds
// only: own target
// says: in[24]: in has 24 elements
extern "C" __global__ void k(const int *in, int *out, int w, int h)
{
    int x = threadIdx.x, y = threadIdx.y;
    if (x < w && y <= h)
        out[y * w + x] = 2 * in[y * w + x]; // <--
}
