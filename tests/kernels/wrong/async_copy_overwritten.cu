// The buffer is filled again before the others have read it.
// least: 80
// launch: --grid 1 --block 64
// arg: in:i32[128]=ramp
// arg: out:i32[64]
// wrong: shared-race
#include <cuda_pipeline.h>
extern "C" __global__ void k(const int *in, int *out)
{
    __shared__ int tile[64];
    int t = threadIdx.x, sum = 0;
    for (int r = 0; r < 2; r++) {
        __pipeline_memcpy_async(&tile[t], &in[r * 64 + t], 4); // <--
        __pipeline_commit();
        __pipeline_wait_prior(0);
        __syncthreads();
        sum += tile[63 - t]; // <--
    }
    out[t] = sum;
}
