// float4 accesses of an array whose size is no multiple of four.
// launch: --grid 1 --block 32
// arg: in:f32[126]=ramp
// arg: out:f32[128]
// wrong: out-of-bounds
// says: in[124] to in[127]: in has 126 elements
extern "C" __global__ void k(const float4 *in, float4 *out)
{
    int t = threadIdx.x;
    out[t] = in[t]; // <--
}
