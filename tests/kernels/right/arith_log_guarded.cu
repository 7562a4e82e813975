// Logarithms of what is above 0, and an infinity that is meant for the rest.
// launch: --grid 1 --block 8
// arg: in:f32[8]=ramp
// arg: out:f32[8]
// near 1 1e-6 = [-math.inf] + [math.log(i) for i in range(1, 8)]
#include <math_constants.h>
extern "C" __global__ void k(const float *in, float *out)
{
    float v = in[threadIdx.x];
    out[threadIdx.x] = v > 0 ? logf(v) : -CUDART_INF_F;
}
