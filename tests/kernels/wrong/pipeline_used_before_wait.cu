// A stage of a pipeline of the block is used without consumer_wait().
// least: 80
// only: optimised code
// launch: --grid 1 --block 64
// arg: in:i32[64]=ramp
// arg: out:i32[64]
// wrong: shared-race
// also: uninitialised-shared
#include <cooperative_groups.h>
#include <cuda/pipeline>
namespace cg = cooperative_groups;

extern "C" __global__ void k(const int *in, int *out)
{
    __shared__ int tile[64];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 1> state;
    auto pipe = cuda::make_pipeline(cg::this_thread_block(), &state);
    int t = threadIdx.x;
    pipe.producer_acquire();
    cuda::memcpy_async(&tile[t], in + t, sizeof(int), pipe); // <--
    pipe.producer_commit();
    out[t] = tile[63 - t]; // <--
    pipe.consumer_wait();
    pipe.consumer_release();
}
