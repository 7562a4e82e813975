// Threads without work return before a barrier: it waits for those that are left, and nobody reads
// what the others would have loaded.
// launch: --grid 1 --block 96
// arg: inout:i32[50]=ramp
// arg: i32=50
// out 0 = [49 - i for i in range(50)]
extern "C" __global__ void k(int *a, int n)
{
    __shared__ int tile[96];
    int i = threadIdx.x;
    if (i >= n)
        return;
    tile[i] = a[i];
    __syncthreads();
    a[i] = tile[n - 1 - i];
}
