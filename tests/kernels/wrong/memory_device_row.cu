// A constant column past the row of a matrix of the module's.
// launch: --grid 1 --block 32
// arg: in:i32[32]=ramp
// arg: out:i32[32]
// wrong: out-of-bounds
// variable: grid[1][8]
// only: own target
__device__ int grid[4][8];
extern "C" __global__ void k(const int *in, int *out)
{
    int t = threadIdx.x;
    grid[t / 8][t % 8] = in[t];
    __syncthreads();
    out[t] = grid[t / 8][1] + grid[1][8]; // <--
}
