// All three dimensions to the last element.
// launch: --grid 1 --block 4,3,2
// arg: in:f32[24]=ramp
// arg: out:f32[24]
// out 1 = [23 - i for i in range(24)]
// only: own target
extern "C" __global__ void k(const float *in, float *out)
{
    int at = (threadIdx.z * 3 + threadIdx.y) * 4 + threadIdx.x;
    out[23 - at] = in[at];
}
