// Chance goes through shared memory and comes out of the sum.
// launch: --grid 1 --block 64
// arg: in:f32[50]=ramp
// arg: out:f32[64]
// arg: i32=50
// wrong: uninitialised-variable
// variable: v
extern "C" __global__ void k(const float *in, float *out, int n)
{
    __shared__ float tile[64];
    int t = threadIdx.x;
    float v;
    if (t < n)
        v = in[t];
    tile[t] = v; // <--
    __syncthreads();
    out[t] = tile[t] + tile[63 - t]; // <--
}
