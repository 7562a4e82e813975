// All threads launch grids into the default stream of their block: one after the other, in whatever order.
// launch: --kernel k --grid 1 --block 64
// data zero = [0]
// arg: inout:i32[1]=@zero
// out 0 = [64]
__global__ void count(int *n)
{
    *n += 1;
}
extern "C" __global__ void k(int *n)
{
    count<<<1, 1>>>(n);
}
