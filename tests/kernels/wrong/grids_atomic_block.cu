// Grids count atomically, but each only among its own block's threads.
// launch: --kernel k --grid 4 --block 1
// arg: inout:i32[1]=@zero
// data zero = [0]
// wrong: grid-race
__global__ void count(int *n)
{
    atomicAdd_block(n, 1); // <--
}
extern "C" __global__ void k(int *n)
{
    count<<<1, 1>>>(n);
}
