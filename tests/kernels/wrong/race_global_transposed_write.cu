// Two indices meet on one element: i*j is no index of its own.
// launch: --grid 1 --block 8,8
// arg: inout:i32[64]=constant:0
// wrong: global-race
extern "C" __global__ void k(int *a)
{
    a[threadIdx.x * threadIdx.y] = 8 * threadIdx.y + threadIdx.x; // <--
}
