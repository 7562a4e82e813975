/* Brain floats. */
#include <cuda_bf16.h>
extern "C" __global__ void bfloat_kernel(__nv_bfloat16 *a, __nv_bfloat162 *b, float *f)
{
    int t = threadIdx.x;
#if __CUDA_ARCH__ >= 800
    a[t] = __hadd(a[t], __hmul(a[t + 1], __float2bfloat16(f[t]))) + __hfma(a[t], a[t], a[t]);
    b[t] = __hfma2(b[t], b[t + 1], b[2]) + __floats2bfloat162_rn(f[0], f[1]);
#endif
    f[t] = __bfloat162float(a[t]);
}
