// A vector's parts as an array.
// launch: --grid 1 --block 32
// arg: in:f32[128]=ramp
// arg: out:f32[32]
// out 1 = [16 * t + 6 for t in range(32)]
// only: own target
extern "C" __global__ void k(const float *in, float *out)
{
    float4 v = ((const float4 *)in)[threadIdx.x];
    const float *part = &v.x;
    float sum = 0;
    for (int i = 0; i < 4; i++)
        sum += (&v.x)[i] - part[3] + part[3];
    out[threadIdx.x] = sum;
}
