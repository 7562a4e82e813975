// Each thread launches a grid for its piece, and the pieces overlap by one number.
// launch: --kernel k --grid 1 --block 2
// arg: out:i32[63]
// wrong: grid-race
__global__ void fill(int *p, int v)
{
    p[threadIdx.x] = v; // <--
}

extern "C" __global__ void k(int *p)
{
    fill<<<1, 32, 0, cudaStreamFireAndForget>>>(p + 31 * threadIdx.x, threadIdx.x);
}
