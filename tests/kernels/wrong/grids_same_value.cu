// Two grids write the same value: harmless today.
// launch: --kernel k --grid 2 --block 1
// arg: out:i32[32]
// wrong: grid-same-value
__global__ void fill(int *p, int v)
{
    p[threadIdx.x] = v; // <--
}

extern "C" __global__ void k(int *p)
{
    fill<<<1, 32>>>(p, 4);
}
