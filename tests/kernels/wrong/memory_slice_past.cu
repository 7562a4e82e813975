// A slice too many.
// launch: --grid 1 --block 4,3,3
// arg: in:f32[24]=ramp
// arg: inout:f32[24]=ramp
// wrong: out-of-bounds
// only: own target
// says: in[24]: in has 24 elements
extern "C" __global__ void k(const float *in, float *out)
{
    int at = (threadIdx.z * 3 + threadIdx.y) * 4 + threadIdx.x;
    out[at] = in[at] + 1; // <--
}
