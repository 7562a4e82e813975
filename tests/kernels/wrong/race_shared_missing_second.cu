// The tile is filled anew while others still read it.
// launch: --grid 1 --block 64
// arg: in:i32[256]=ramp
// arg: out:i32[64]
// wrong: shared-race
extern "C" __global__ void k(const int *in, int *out)
{
    __shared__ int tile[64];
    int sum = 0, i = threadIdx.x;
    for (int t = 0; t < 4; t++) {
        tile[i] = in[64 * t + i]; // <--
        __syncthreads();
        sum += tile[63 - i]; // <--
    }
    out[i] = sum;
}
