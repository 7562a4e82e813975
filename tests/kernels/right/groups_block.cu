// cooperative_groups: thread_block.
// launch: --grid 2 --block 8,6
// arg: out:i32[96]
// out 0 = [48 * (i // 48) + 47 - i % 48 for i in range(96)]
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
extern "C" __global__ void k(int *out)
{
    __shared__ int tile[48];
    cg::thread_block block = cg::this_thread_block();
    unsigned rank = block.thread_rank();
    tile[rank] = block.group_index().x * block.size() + rank;
    block.sync();
    out[block.group_index().x * block.size() + rank] = tile[block.size() - 1 - rank];
}
