// A group's copy that is told to be aligned to 16 bytes and isn't.
// least: 80
// only: optimised code
// launch: --grid 1 --block 32
// arg: in:i32[160]=ramp
// arg: out:i32[32]
// wrong: misaligned
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
    cuda::memcpy_async(block, tile, in + 1, cuda::aligned_size_t<16>(sizeof tile), bar); // <--
    bar.arrive_and_wait();
    out[threadIdx.x] = tile[threadIdx.x];
}
