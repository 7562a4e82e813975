// cooperative_groups::inclusive_scan in each warp, exclusive_scan of the warps' sums.
// launch: --grid 1 --block 128
// arg: in:i32[128]=@x
// arg: out:i32[128]
// data x = [(i * 7) % 11 for i in range(128)]
// out 1 = [sum(x[:i + 1]) for i in range(128)]
#include <cooperative_groups.h>
#include <cooperative_groups/scan.h>
namespace cg = cooperative_groups;

extern "C" __global__ void k(const int *in, int *out)
{
    __shared__ int sums[4];
    auto block = cg::this_thread_block();
    auto tile = cg::tiled_partition<32>(block);
    int v = cg::inclusive_scan(tile, in[threadIdx.x]);
    if (tile.thread_rank() == 31)
        sums[tile.meta_group_rank()] = v;
    block.sync();
    if (threadIdx.x < 32) {
        auto first = cg::tiled_partition<4>(tile);
        if (first.meta_group_rank() == 0)
            sums[first.thread_rank()] = cg::exclusive_scan(first, sums[first.thread_rank()]);
    }
    block.sync();
    out[threadIdx.x] = v + sums[tile.meta_group_rank()];
}
