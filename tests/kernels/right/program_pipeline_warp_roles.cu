// Warp 0 brings tiles through a pipeline with roles of whole warps, the others sum them; the last to leave ends it.
// launch: --grid 2 --block 128
// arg: in:f32[1536]=constant:1
// arg: inout:f32[192]=constant:0
// arg: i32=8
// out 1 = [8.0] * 192
#include <cooperative_groups.h>
#include <cuda/pipeline>
namespace cg = cooperative_groups;
#define STAGES 3
#define TILE 96
extern "C" __global__ void k(const float *in, float *out, int tiles)
{
    __shared__ float buffer[STAGES][TILE];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, STAGES> state;
    auto block = cg::this_thread_block();
    bool producer = threadIdx.x < 32;
    auto pipe = cuda::make_pipeline(block, &state, producer ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer);
    const float *mine = in + blockIdx.x * tiles * TILE;
    if (producer) {
        for (int k = 0; k < tiles; k++) {
            pipe.producer_acquire();
            for (int j = threadIdx.x; j < TILE; j += 32)
                cuda::memcpy_async(&buffer[k % STAGES][j], &mine[k * TILE + j], cuda::aligned_size_t<4>(4), pipe);
            pipe.producer_commit();
        }
    } else {
        int c = threadIdx.x - 32;
        float total = 0;
        for (int k = 0; k < tiles; k++) {
            pipe.consumer_wait();
            total += buffer[k % STAGES][(c + k) % TILE];
            pipe.consumer_release();
        }
        out[blockIdx.x * TILE + c] += total;
    }
}
