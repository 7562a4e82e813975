// Halo cells loaded by the wrong thread, twice and differently.
// launch: --grid 1 --block 64
// arg: in:f32[64]=ramp
// arg: out:f32[64]
// wrong: shared-race
extern "C" __global__ void k(const float *in, float *out)
{
    __shared__ float tile[66];
    int i = threadIdx.x;
    tile[i + 1] = in[i]; // <--
    if (i == 0)
        tile[0] = 0;
    if (i == 62)
        tile[64] = 0; // <--
    if (i == 63)
        tile[65] = 0;
    __syncthreads();
    out[i] = tile[i] + tile[i + 1] + tile[i + 2];
}
