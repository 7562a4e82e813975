// Conversions and comparisons of halves.
// launch: --grid 1 --block 64
// data x = [(i - 32) / 4 for i in range(64)]
// arg: in:f16[64]=@x
// arg: out:f32[64]
// out 1 = [max(v, 0.5) * v - 1 for v in x]
#include <cuda_fp16.h>
extern "C" __global__ void k(const __half *x, float *out)
{
    int i = threadIdx.x;
    __half low = __float2half(0.5f), v = x[i];
    __half most = __hgt(v, low) ? v : low;
    out[i] = __half2float(__hsub(__hmul(most, v), __float2half(1.0f)));
}
