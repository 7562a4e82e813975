// A number past the row of a shared matrix.
// launch: --grid 1 --block 32
// arg: in:i32[32]=ramp
// arg: out:i32[32]
// wrong: out-of-bounds
// variable: tile[1][17]
// only: own target
extern "C" __global__ void k(const int *in, int *out)
{
    __shared__ int tile[16][17];
    int t = threadIdx.x;
    for (int i = t; i < 16 * 17; i += 32)
        (&tile[0][0])[i] = in[i % 32];
    __syncthreads();
    out[t] = tile[1][17] + tile[in[t] % 16][16]; // <--
}
