// All of a matrix whose size is no multiple of the block's.
// launch: --grid 2,2 --block 4,4
// arg: in:i32[42]=ramp
// arg: out:i32[42]
// arg: i32=7
// arg: i32=6
// out 1 = [2 * i for i in range(42)]
// only: own target
extern "C" __global__ void k(const int *in, int *out, int w, int h)
{
    int x = blockIdx.x * 4 + threadIdx.x, y = blockIdx.y * 4 + threadIdx.y;
    if (x < w && y < h)
        out[y * w + x] = 2 * in[y * w + x];
}
