// Threads without work return; no barrier follows.
// launch: --grid 2 --block 64
// arg: inout:i32[100]=ramp
// arg: i32=100
// out 0 = [3 * i + 1 for i in range(100)]
extern "C" __global__ void k(int *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    a[i] = 3 * a[i] + 1;
}
