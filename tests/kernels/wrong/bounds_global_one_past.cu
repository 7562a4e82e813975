// The guard lets one element too many through: <= instead of <.
// launch: --grid 1 --block 128
// arg: in:f32[100]=ramp
// arg: out:f32[100]
// arg: i32=100
// wrong: out-of-bounds
extern "C" __global__ void k(const float *in, float *out, int n)
{
    int i = threadIdx.x;
    if (i <= n)
        out[i] = in[i] + 1; // <--
}
