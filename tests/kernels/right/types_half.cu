// Halves and pairs of halves.
// launch: --grid 1 --block 32
// data x = [i / 8 for i in range(64)]
// arg: in:f16[64]=@x
// arg: inout:f16[64]=ramp
// out 1 = [2 * x[i] + i for i in range(64)]
#include <cuda_fp16.h>
extern "C" __global__ void k(const __half2 *x, __half2 *y)
{
    int i = threadIdx.x;
    y[i] = __hfma2(x[i], __float2half2_rn(2.0f), y[i]);
}
