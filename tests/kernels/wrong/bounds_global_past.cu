// One thread too many: the grid is rounded up and the guard is missing.
// launch: --grid 4 --block 32
// arg: inout:i32[100]=ramp
// wrong: out-of-bounds
extern "C" __global__ void k(int *a)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] *= 2; // <--
}
