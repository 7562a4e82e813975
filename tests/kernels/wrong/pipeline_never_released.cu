// A stage that is never given back: who would fill it again waits for ever.
// least: 80
// only: optimised code
// launch: --grid 1 --block 64
// arg: in:i32[256]=ramp
// arg: out:i32[64]
// wrong: deadlock
#include <cooperative_groups.h>
#include <cuda/pipeline>
namespace cg = cooperative_groups;

extern "C" __global__ void k(const int *in, int *out)
{
    __shared__ int tile[64];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 1> state;
    auto pipe = cuda::make_pipeline(cg::this_thread_block(), &state);
    int t = threadIdx.x, sum = 0;
#pragma unroll 1
    for (int step = 0; step < 4; step++) {
        pipe.producer_acquire(); // <--
        cuda::memcpy_async(&tile[t], in + step * 64 + t, sizeof(int), pipe);
        pipe.producer_commit();
        pipe.consumer_wait();
        sum += tile[63 - t];
    }
    out[t] = sum;
}
