// cooperative_groups: block, tiles and their collectives.
// launch: --grid 2 --block 64
// arg: in:i32[128]=ramp
// arg: out:i32[2]
// out 1 = [sum(range(64)), sum(range(64, 128))]
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
extern "C" __global__ void k(const int *in, int *out)
{
    __shared__ int part[2];
    cg::thread_block block = cg::this_thread_block();
    auto tile = cg::tiled_partition<32>(block);
    int v = in[blockIdx.x * 64 + block.thread_rank()];
    for (int s = 16; s; s /= 2)
        v += tile.shfl_down(v, s);
    if (tile.thread_rank() == 0)
        part[tile.meta_group_rank()] = v;
    block.sync();
    if (block.thread_rank() == 0)
        out[blockIdx.x] = part[0] + part[1];
}
