// A ring of three tiles by __pipeline_wait_prior(): two copies are under way while the third is used.
// least: 80
// launch: --grid 1 --block 32
// arg: in:i32[320]=ramp
// arg: out:i32[32]
// out 1 = [sum(s * 32 + (t + 5) % 32 for s in range(10)) for t in range(32)]
#include <cuda_pipeline.h>

extern "C" __global__ void k(const int *in, int *out)
{
    __shared__ int ring[3][32];
    int t = threadIdx.x, sum = 0;
    for (int ahead = 0; ahead < 2; ahead++) {
        __pipeline_memcpy_async(&ring[ahead][t], in + ahead * 32 + t, 4);
        __pipeline_commit();
    }
    for (int step = 0; step < 10; step++) {
        if (step + 2 < 10)
            __pipeline_memcpy_async(&ring[(step + 2) % 3][t], in + (step + 2) * 32 + t, 4);
        __pipeline_commit();
        __pipeline_wait_prior(2);
        __syncthreads();
        sum += ring[step % 3][(t + 5) % 32];
        __syncthreads();
    }
    out[t] = sum;
}
