// A tile of a tile, exchange within and shared memory between its lanes.
// launch: --grid 1 --block 32
// arg: out:i32[32]
// out 0 = [4 * (i // 4) + 3 - i % 4 + 100 * (i ^ 1) for i in range(32)]
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
extern "C" __global__ void k(int *out)
{
    __shared__ int place[32];
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    auto four = cg::tiled_partition<4>(warp);
    int i = warp.thread_rank();
    place[i] = i;
    four.sync();
    int other = place[4 * (i / 4) + 3 - four.thread_rank()];
    out[i] = other + 100 * four.shfl_xor(i, 1);
}
