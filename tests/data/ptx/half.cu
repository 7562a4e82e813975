/* Half precision. */
#include <cuda_fp16.h>
extern "C" __global__ void half_kernel(__half *a, __half2 *b, float *f)
{
    int t = threadIdx.x;
    a[t] = __hadd(a[t], __hmul(a[t + 1], __float2half(f[t]))) / a[t + 2] - hsqrt(a[t]) + __hfma(a[t], a[t], a[t]) + hexp(a[t]) + __hmax(a[t], a[1]);
    b[t] = __hfma2(b[t], b[t + 1], __float2half2_rn(2.0f)) + h2rcp(b[t]) + __hmin2(b[t], b[2]) - __habs2(b[3]) + __hneg2(b[4]);
    f[t] = __half2float(a[t]) + __low2float(b[t]) + (__hlt(a[t], a[0]) ? 1 : 0) + (__hbgt2(b[t], b[0]) ? 2 : 0) + __half2int_rn(a[t]);
}
