// Two buffers, filled by asynchronous copies one step ahead.
// least: 80
// launch: --grid 1 --block 64
// arg: in:i32[512]=ramp
// arg: out:i32[64]
// out 1 = [sum(s * 64 + 63 - t for s in range(8)) for t in range(64)]
#include <cuda_pipeline.h>
extern "C" __global__ void k(const int *in, int *out)
{
    __shared__ int tile[2][64];
    int t = threadIdx.x, sum = 0;
    __pipeline_memcpy_async(&tile[0][t], &in[t], 4);
    __pipeline_commit();
    for (int s = 0; s < 8; s++) {
        if (s + 1 < 8)
            __pipeline_memcpy_async(&tile[(s + 1) % 2][t], &in[(s + 1) * 64 + t], 4);
        __pipeline_commit();
        __pipeline_wait_prior(1);
        __syncthreads();
        sum += tile[s % 2][63 - t];
        __syncthreads();
    }
    out[t] = sum;
}
