// Each thread waits for its own copies; its neighbour's may still be under way.
// least: 80
// launch: --grid 1 --block 64
// arg: in:i32[64]=ramp
// arg: out:i32[64]
// wrong: shared-race
// also: uninitialised-shared
#include <cuda_pipeline.h>
extern "C" __global__ void k(const int *in, int *out)
{
    __shared__ int tile[64];
    int t = threadIdx.x;
    __pipeline_memcpy_async(&tile[t], &in[t], 4); // <--
    __pipeline_commit();
    __pipeline_wait_prior(0);
    out[t] = tile[63 - t]; // <--
}
