// Two fire-and-forget grids write the same numbers.
// launch: --kernel k --grid 1 --block 1
// arg: out:i32[32]
// wrong: grid-race
__global__ void fill(int *p, int v)
{
    p[threadIdx.x] = v; // <--
}

extern "C" __global__ void k(int *p)
{
    fill<<<1, 32, 0, cudaStreamFireAndForget>>>(p, 1);
    fill<<<1, 32, 0, cudaStreamFireAndForget>>>(p, 2);
}
