/* Cooperative groups of the toolkit. */
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
extern "C" __global__ void cooperative(int *a, int n)
{
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<32> tile = cg::tiled_partition<32>(block);
    int sum = 0;
    for (int i = block.thread_rank(); i < n; i += block.size()) sum += a[i];
    sum = cg::reduce(tile, sum, cg::plus<int>());
    cg::coalesced_group active = cg::coalesced_threads();
    if (active.thread_rank() == 0) atomicAdd(&a[0], sum);
    cg::this_grid().sync();
    block.sync();
}
