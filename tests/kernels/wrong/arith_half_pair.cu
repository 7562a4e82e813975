// Pairs of halves are squared: one of the two is too large.
// launch: --grid 1 --block 32
// arg: in:f16[64]=ramp:225,1
// arg: out:f16[64]
// wrong: infinity
// only: own target
#include <cuda_fp16.h>
extern "C" __global__ void k(const half2 *in, half2 *out)
{
    half2 v = in[threadIdx.x];
    out[threadIdx.x] = __hmul2(v, v); // <--
}
