// Double buffering where both steps use the same buffer.
// launch: --grid 1 --block 64
// arg: in:i32[256]=ramp
// arg: out:i32[64]
// wrong: shared-race
// also: uninitialised-shared
extern "C" __global__ void k(const int *in, int *out)
{
    __shared__ int tile[2][64];
    int i = threadIdx.x, sum = 0;
    tile[0][i] = in[i];
    __syncthreads();
    for (int t = 0; t < 3; t++) {
        tile[t & 1][i] = in[64 * (t + 1) + i]; // <--
        sum += tile[t & 1][63 - i]; // <--
        __syncthreads();
    }
    out[i] = sum;
}
