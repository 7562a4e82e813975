// float4 loads and stores, int2, uchar4.
// launch: --grid 1 --block 32
// arg: in:f32[128]=ramp
// arg: out:f32[128]
// arg: in:u8[128]=ramp
// arg: out:i32[64]
// out 1 = [4 * (i // 4) + (3 - i % 4) for i in range(128)]
// out 3 = [v for i in range(32) for v in (16 * i + 6, 4 * i + 3)]
extern "C" __global__ void k(const float4 *in, float4 *out, const uchar4 *bytes, int2 *sums)
{
    int i = threadIdx.x;
    float4 v = in[i];
    out[i] = make_float4(v.w, v.z, v.y, v.x);
    uchar4 b = bytes[i];
    sums[i] = make_int2(b.x + b.y + b.z + b.w, b.w);
}
