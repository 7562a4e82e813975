// A table of functions of which one is missing.
// launch: --grid 1 --block 32
// arg: out:i32[32]
// arg: i32=2
// wrong: invalid-call
typedef int (*Operation)(int);
__device__ __noinline__ int twice(int x)
{
    return 2 * x;
}
__device__ __noinline__ int square(int x)
{
    return x * x;
}
__device__ Operation operations[4] = {twice, square};
extern "C" __global__ void k(int *out, int which)
{
    int t = threadIdx.x;
    out[t] = operations[which + t % 2](t); // <--
}
