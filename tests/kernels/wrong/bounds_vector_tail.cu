// float4 accesses of an array whose size is no multiple of four.
// launch: --grid 1 --block 32
// arg: in:f32[126]=ramp
// arg: out:f32[128]
// wrong: out-of-bounds
// named: in[31], only 8 of its 16 bytes lie inside in (504 bytes), whose last element is in[30]
extern "C" __global__ void k(const float4 *in, float4 *out)
{
    int t = threadIdx.x;
    out[t] = in[t]; // <--
}
