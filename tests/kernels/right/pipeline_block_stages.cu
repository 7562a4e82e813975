// Two stages of a pipeline that all threads of the block fill and use: each stage's copies are waited for, and given
// back before they are written again.
// least: 80
// only: optimised code
// launch: --grid 2 --block 64
// arg: in:i32[1024]=ramp
// arg: out:i32[128]
// out 1 = [sum(b * 512 + s * 64 + (t + 1) % 64 for s in range(8)) for b in range(2) for t in range(64)]
#include <cooperative_groups.h>
#include <cuda/pipeline>
namespace cg = cooperative_groups;

extern "C" __global__ void k(const int *in, int *out)
{
    __shared__ int tile[2][64];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
    auto block = cg::this_thread_block();
    auto pipe = cuda::make_pipeline(block, &state);
    const int *from = in + blockIdx.x * 512;
    int t = threadIdx.x, sum = 0, filled = 0;
    for (int step = 0; step < 8; step++) {
        for (; filled < 8 && filled < step + 2; filled++) {
            pipe.producer_acquire();
            cuda::memcpy_async(&tile[filled % 2][t], from + filled * 64 + t, sizeof(int), pipe);
            pipe.producer_commit();
        }
        pipe.consumer_wait();
        sum += tile[step % 2][(t + 1) % 64];
        pipe.consumer_release();
    }
    out[blockIdx.x * 64 + t] = sum;
}
