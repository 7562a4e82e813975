// Row and column of a tile that isn't square.
// launch: --grid 1 --block 32,4
// arg: in:i32[128]=ramp
// arg: out:i32[128]
// wrong: out-of-bounds
// only: own target
// also: uninitialised-shared, shared-race
// named: tile[4][0], right behind the end of tile (528 bytes), whose last element is tile[3][32]
extern "C" __global__ void k(const int *in, int *out)
{
    __shared__ int tile[4][33];
    int x = threadIdx.x, y = threadIdx.y;
    tile[x][y] = in[y * 32 + x]; // <--
    __syncthreads();
    out[y * 32 + x] = tile[y][x];
}
