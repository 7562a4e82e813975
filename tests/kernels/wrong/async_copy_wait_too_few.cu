// Two groups are under way and the wait lets the newest go on; what is read belongs to that.
// least: 80
// launch: --grid 1 --block 32
// arg: in:i32[64]=ramp
// arg: out:i32[32]
// wrong: shared-race
#include <cuda_pipeline.h>
extern "C" __global__ void k(const int *in, int *out)
{
    __shared__ int tile[2][32];
    int t = threadIdx.x;
    __pipeline_memcpy_async(&tile[0][t], &in[t], 4);
    __pipeline_commit();
    __pipeline_memcpy_async(&tile[1][t], &in[32 + t], 4); // <--
    __pipeline_commit();
    __pipeline_wait_prior(1);
    out[t] = tile[0][t] + tile[1][t]; // <--
}
