// Matrices that threads wrote are multiplied behind a fence between the proxies by each of them and a barrier.
// out 1 = [32] * 512
// least: 90
// only: own target
// launch: --grid 1 --block 128
// arg: in:f32[1024]=constant:2
// arg: out:f32[512]
#include <cstdint>
#include <cuda_fp16.h>

static __device__ uint64_t describe(const void *matrix, uint64_t leading, uint64_t stride)
{
    return (uint64_t)__cvta_generic_to_shared(matrix) >> 4 | leading >> 4 << 16 | stride >> 4 << 32;
}

extern "C" __global__ void k(const float *in, float *out)
{
    __shared__ alignas(128) __half a[64 * 16], b[8 * 16];
    const int t = threadIdx.x;
    for (int i = t; i < 64 * 16; i += 128)
        a[i] = __float2half(in[i]);
    b[t] = __float2half(1.0f);
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncthreads();
    float d[4];
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
    asm volatile("{ .reg .pred p; setp.ne.b32 p, 0, 0;"
                 " wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, %4, %5, p, 1, 1, 0, 0; }"
                 : "=f"(d[0]), "=f"(d[1]), "=f"(d[2]), "=f"(d[3])
                 : "l"(describe(a, 1024, 128)), "l"(describe(b, 128, 128))
                 : "memory");
    asm volatile("wgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned 0;" ::: "memory");
    for (int i = 0; i < 4; i++)
        out[t * 4 + i] = d[i];
}
