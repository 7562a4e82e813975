// The neighbour to the right of the last column is the first one of the next row.
// launch: --grid 1 --block 8,4
// arg: in:i32[32]=ramp
// arg: out:i32[32]
// wrong: out-of-bounds
// variable: tile[0][8]
// only: own target
extern "C" __global__ void k(const int *in, int *out)
{
    __shared__ int tile[4][8];
    int x = threadIdx.x, y = threadIdx.y, at = 8 * y + x;
    tile[y][x] = in[at];
    __syncthreads();
    if (at < 31)
        out[at] = tile[y][x + 1] - tile[y][x]; // <--
    else
        out[at] = 0;
}
