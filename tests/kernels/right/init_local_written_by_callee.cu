// A variable that a function without variables of its own writes for its caller.
// launch: --grid 2 --block 32
// arg: out:i32[64]
// out 0 = [(t // 4) * 10 + t % 4 for t in range(64)]
__device__ __noinline__ void split(int t, int *quotient, int *rest)
{
    *quotient = t / 4;
    *rest = t % 4;
}

extern "C" __global__ void k(int *out)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    int quotient, rest;
    split(t, &quotient, &rest);
    out[t] = quotient * 10 + rest;
}
