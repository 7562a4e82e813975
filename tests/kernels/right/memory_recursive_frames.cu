// Each call has an array of its own, and writes to its caller's.
// launch: --grid 1 --block 8
// arg: in:i32[8]=ramp
// arg: out:i32[8]
// out 1 = [sum(range(t + 1)) for t in range(8)]
// only: own target
__device__ __noinline__ void add(int n, int *to)
{
    int own[2] = {0, n};
    if (n > 0)
        add(n - 1, own);
    to[0] = own[0] + own[n > 0 || n == 0];
}
extern "C" __global__ void k(const int *in, int *out)
{
    int result[1];
    add(in[threadIdx.x], result);
    out[threadIdx.x] = result[0];
}
