// The last vector of a buffer whose length is no multiple of four.
// launch: --grid 1 --block 32
// arg: in:f32[126]=ramp
// arg: out:f32[32]
// wrong: out-of-bounds
extern "C" __global__ void k(const float4 *in, float *out)
{
    float4 v = in[threadIdx.x]; // <--
    out[threadIdx.x] = v.x + v.y + v.z + v.w;
}
