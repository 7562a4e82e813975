// An index that overflows int: the address is far away from everything.
// launch: --grid 1 --block 32
// arg: inout:i32[1024]=ramp
// arg: i32=100000
// wrong: out-of-bounds
// also: index-overflow
extern "C" __global__ void k(int *a, int n)
{
    int i = threadIdx.x * n * n;
    a[i] = 1; // <--
}
