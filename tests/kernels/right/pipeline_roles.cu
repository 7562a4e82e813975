// One warp fills the stages of a pipeline, the other uses them.
// least: 80
// only: optimised code
// launch: --grid 1 --block 64
// arg: in:i32[256]=ramp
// arg: out:i32[32]
// out 1 = [sum(s * 32 + (31 - t) for s in range(8)) for t in range(32)]
#include <cooperative_groups.h>
#include <cuda/pipeline>
namespace cg = cooperative_groups;

extern "C" __global__ void k(const int *in, int *out)
{
    __shared__ int tile[2][32];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
    auto block = cg::this_thread_block();
    bool fills = threadIdx.x < 32;
    auto pipe = cuda::make_pipeline(block, &state, fills ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer);
    int lane = threadIdx.x % 32, sum = 0;
    for (int step = 0; step < 8; step++) {
        if (fills) {
            pipe.producer_acquire();
            cuda::memcpy_async(&tile[step % 2][lane], in + step * 32 + lane, sizeof(int), pipe);
            pipe.producer_commit();
        } else {
            pipe.consumer_wait();
            sum += tile[step % 2][31 - lane];
            pipe.consumer_release();
        }
    }
    if (!fills)
        out[lane] = sum;
}
