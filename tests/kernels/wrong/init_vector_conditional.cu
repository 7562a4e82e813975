// Half of the threads set a vector, and all of them store it.
// launch: --grid 1 --block 32
// arg: in:f32[128]=ramp
// arg: inout:f32[128]=constant:0
// wrong: uninitialised-local
// variable: pixel
// only: own target
extern "C" __global__ void k(const float4 *in, float4 *out)
{
    float4 pixel;
    if (threadIdx.x < 16)
        pixel = in[threadIdx.x];
    out[threadIdx.x] = pixel; // <--
}
