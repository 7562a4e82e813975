// Two shared arrays by way of pointers that change places, and one by a pointer into its middle.
// launch: --grid 1 --block 32
// arg: in:i32[32]=ramp
// arg: out:i32[32]
// out 1 = [((i + 4) % 32) + 10 for i in range(32)]
extern "C" __global__ void k(const int *in, int *out)
{
    __shared__ int a[32], b[32];
    __shared__ int lone;
    int t = threadIdx.x;
    int *from = a, *to = b;
    if (t == 0)
        lone = 10;
    a[t] = in[t];
    __syncthreads();
    for (int r = 0; r < 4; r++) {
        to[t] = from[(t + 1) % 32];
        __syncthreads();
        int *old = from;
        from = to;
        to = old;
    }
    const int *middle = a + 16;
    out[t] = middle[t - 16] + lone;
}
