// The default streams of two blocks are two streams.
// launch: --kernel k --grid 2 --block 1
// arg: out:i32[32]
// wrong: grid-race
__global__ void fill(int *p, int v)
{
    p[threadIdx.x] = v; // <--
}

extern "C" __global__ void k(int *p)
{
    fill<<<1, 32>>>(p, blockIdx.x);
}
