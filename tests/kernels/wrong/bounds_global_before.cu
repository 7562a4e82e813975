// The left neighbour of element 0.
// launch: --grid 1 --block 64
// arg: in:f32[64]=ramp
// arg: out:f32[64]
// wrong: out-of-bounds
extern "C" __global__ void k(const float *in, float *out)
{
    int i = threadIdx.x;
    float left = in[i - 1]; // <--
    out[i] = in[i] - left;
}
