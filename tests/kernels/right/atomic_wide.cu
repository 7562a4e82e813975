// 64-bit integers, floats, doubles, halves.
// launch: --grid 4 --block 64
// arg: inout:u64[3]=constant:0
// arg: inout:f32[1]=constant:0
// arg: inout:f64[1]=constant:0
// arg: inout:f16[2]=constant:0
// out 0 = [sum(i << 33 for i in range(256)), 255 << 40, 0xFF << 50]
// out 1 = [128]
// out 2 = [256]
// out 3 = [256, 512]
#include <cuda_fp16.h>
extern "C" __global__ void k(unsigned long long *a, float *f, double *d, __half2 *h)
{
    unsigned long long i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(&a[0], i << 33);
    atomicMax(&a[1], i << 40);
    atomicOr(&a[2], i << 50);
    atomicAdd(f, 0.5f);
    atomicAdd(d, 1.0);
    atomicAdd(h, __floats2half2_rn(1.0f, 2.0f));
    __threadfence();
    if (atomicAdd(&a[0], 0) == 0xffffffffffffull)
        *d = 0;
}
