// Calls that part within a warp, local arrays, and writes to all of one line.
// launch: --grid 200 --block 64
// arg: inout:i32[64]=constant:1
// arg: out:i32[12800]
__device__ __noinline__ int deep(int n, int *x)
{
    return n <= 0 ? x[n & 63] : deep(n - 1 - (n & 1), x) + n;
}
extern "C" __global__ void calls(int *x, int *out)
{
    int i = blockIdx.x * 64 + threadIdx.x;
    int own[20];
    for (int k = 0; k < 20; k++)
        own[(k * i) % 20] = k;
    out[i] = deep(i % 13, x) + own[i % 20 ? 0 : 3];
    x[i & 63] = out[i];
}
