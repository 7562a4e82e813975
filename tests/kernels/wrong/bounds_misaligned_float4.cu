// A vector load from an address that is no multiple of 16.
// launch: --grid 1 --block 32
// arg: in:f32[132]=ramp
// arg: out:f32[32]
// wrong: misaligned
extern "C" __global__ void k(const float *in, float *out)
{
    float4 v = *(const float4 *)(in + 1 + 4 * threadIdx.x); // <--
    out[threadIdx.x] = v.x + v.y + v.z + v.w;
}
