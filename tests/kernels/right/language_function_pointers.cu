// A table of functions, called by data: the warp diverges in the call.
// launch: --grid 1 --block 64
// arg: out:i32[64]
// out 0 = [[i + 3, 3 * i, i - 3, i * i][i % 4] for i in range(64)]
typedef int (*Operation)(int, int);
__device__ __noinline__ int plus(int a, int b) { return a + b; }
__device__ __noinline__ int times(int a, int b) { return a * b; }
__device__ __noinline__ int minus(int a, int b) { return a - b; }
__device__ __noinline__ int square(int a, int) { return a * a; }
__device__ Operation operations[4] = {plus, times, minus, square};
extern "C" __global__ void k(int *out)
{
    int i = threadIdx.x;
    out[i] = operations[i % 4](i, 3);
}
