// Counters are added to while the copy that sets them is under way.
// least: 80
// launch: --grid 1 --block 32
// arg: in:i32[32]=ramp
// arg: out:i32[32]
// wrong: shared-race
#include <cuda_pipeline.h>
extern "C" __global__ void k(const int *in, int *out)
{
    __shared__ int bins[32];
    int t = threadIdx.x;
    bins[t] = 0;
    __syncthreads();
    __pipeline_memcpy_async(&bins[t], &in[t], 4); // <--
    __pipeline_commit();
    atomicAdd(&bins[t * 5 % 32], 1); // <--
    __pipeline_wait_prior(0);
    __syncthreads();
    out[t] = bins[t];
}
