// Two buffers in turn: one barrier for each step is enough.
// launch: --grid 1 --block 64
// arg: in:i32[512]=ramp
// arg: out:i32[64]
// out 1 = [sum(64 * t + 63 - i for t in range(8)) for i in range(64)]
extern "C" __global__ void k(const int *in, int *out)
{
    __shared__ int tile[2][64];
    int i = threadIdx.x, sum = 0;
    tile[0][i] = in[i];
    __syncthreads();
    for (int t = 0; t < 8; t++) {
        if (t < 7)
            tile[(t + 1) & 1][i] = in[64 * (t + 1) + i];
        sum += tile[t & 1][63 - i];
        __syncthreads();
    }
    out[i] = sum;
}
