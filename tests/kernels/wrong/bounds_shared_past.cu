// A halo tile without room for the halo.
// launch: --grid 1 --block 64
// arg: in:f32[66]=ramp
// arg: out:f32[64]
// wrong: out-of-bounds
extern "C" __global__ void k(const float *in, float *out)
{
    __shared__ float tile[64];
    int i = threadIdx.x;
    tile[i] = in[i];
    if (i < 2)
        tile[64 + i] = in[64 + i]; // <--
    __syncthreads();
    out[i] = tile[i] + tile[i + 1] + tile[i + 2];
}
