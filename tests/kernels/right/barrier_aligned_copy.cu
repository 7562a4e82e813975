// cuda::memcpy_async() by a group with an aligned size, and a barrier's phases by parity over several rounds.
// least: 80
// only: optimised code
// launch: --grid 1 --block 32
// arg: in:i32[512]=ramp
// arg: out:i32[32]
// out 1 = [sum(r * 128 + 4 * t + 3 for r in range(4)) for t in range(32)]
#include <cooperative_groups.h>
#include <cuda/barrier>
namespace cg = cooperative_groups;

extern "C" __global__ void k(const int *in, int *out)
{
    __shared__ alignas(16) int tile[128];
    __shared__ cuda::barrier<cuda::thread_scope_block> bar;
    auto block = cg::this_thread_block();
    if (block.thread_rank() == 0)
        init(&bar, block.size());
    block.sync();
    int sum = 0;
    for (int round = 0; round < 4; round++) {
        cuda::memcpy_async(block, tile, in + round * 128, cuda::aligned_size_t<16>(sizeof tile), bar);
        bar.arrive_and_wait();
        sum += tile[4 * threadIdx.x + 3];
        block.sync();
    }
    out[threadIdx.x] = sum;
}
