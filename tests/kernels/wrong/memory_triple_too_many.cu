// One point of three numbers too many.
// launch: --grid 1 --block 32
// arg: in:f32[93]=ramp
// arg: out:f32[32]
// wrong: out-of-bounds
// only: own target
// says: in[93]: in has 93 elements
extern "C" __global__ void k(const float *in, float *out)
{
    float3 p = ((const float3 *)in)[threadIdx.x]; // <--
    out[threadIdx.x] = p.x + p.y + p.z;
}
