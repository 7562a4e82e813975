// The copy to shared memory has begun and nobody waits for it.
// least: 80
// launch: --grid 1 --block 32
// arg: in:i32[32]=ramp
// arg: out:i32[32]
// wrong: shared-race
#include <cuda_pipeline.h>
extern "C" __global__ void k(const int *in, int *out)
{
    __shared__ int tile[32];
    int t = threadIdx.x;
    __pipeline_memcpy_async(&tile[t], &in[t], 4); // <--
    __pipeline_commit();
    out[t] = tile[t]; // <--
}
