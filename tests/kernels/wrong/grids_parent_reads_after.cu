// The parent reads the child's result right behind the launch: nobody has waited for it.
// launch: --kernel k --grid 1 --block 1
// arg: out:i32[32]
// arg: out:i32[1]
// wrong: grid-race
// also: uninitialised-global
__global__ void fill(int *p, int v)
{
    p[threadIdx.x] = v; // <--
}

extern "C" __global__ void k(int *p, int *sum)
{
    p[0] = 0;
    fill<<<1, 32>>>(p, 5);
    *sum = p[0]; // <--
}
