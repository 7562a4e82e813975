// Four floats at once from any of them.
// launch: --grid 1 --block 29
// arg: in:f32[32]=ramp
// arg: out:f32[29]
// wrong: misaligned
// only: own target
// says: (in[1]), which is not a multiple of 16 but 4 past one
extern "C" __global__ void k(const float *in, float *out)
{
    float4 v = *(const float4 *)(in + threadIdx.x); // <--
    out[threadIdx.x] = v.x + v.y + v.z + v.w;
}
