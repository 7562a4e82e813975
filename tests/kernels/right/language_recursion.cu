// Recursion of different depths in one warp.
// launch: --grid 1 --block 16
// arg: out:i32[16]
// out 0 = [[0, 1, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 377, 610][i] for i in range(16)]
__device__ int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
extern "C" __global__ void k(int *out)
{
    out[threadIdx.x] = fibonacci(threadIdx.x);
}
