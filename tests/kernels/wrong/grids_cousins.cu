// The children of two fire-and-forget grids meet.
// launch: --kernel k --grid 1 --block 1
// arg: out:i32[32]
// wrong: grid-race
__global__ void fill(int *p, int v)
{
    p[threadIdx.x] = v; // <--
}

__global__ void middle(int *p, int v)
{
    fill<<<1, 32>>>(p, v);
}
extern "C" __global__ void k(int *p)
{
    middle<<<1, 1, 0, cudaStreamFireAndForget>>>(p, 1);
    middle<<<1, 1, 0, cudaStreamFireAndForget>>>(p, 2);
}
