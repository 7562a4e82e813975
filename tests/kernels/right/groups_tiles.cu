// Tiles of 16: sums by shuffles, ranks, ballots.
// launch: --grid 1 --block 64
// arg: in:i32[64]=ramp
// arg: out:i32[4]
// arg: out:u32[4]
// out 1 = [sum(range(16 * t, 16 * t + 16)) for t in range(4)]
// out 2 = [0x8888] * 4
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
template <class Group> __device__ int sum_of(Group group, int v)
{
    for (int step = group.size() / 2; step > 0; step /= 2)
        v += group.shfl_down(v, step);
    return v;
}
extern "C" __global__ void k(const int *in, int *out, unsigned *votes)
{
    auto tile = cg::tiled_partition<16>(cg::this_thread_block());
    int sum = sum_of(tile, in[threadIdx.x]);
    unsigned fourth = tile.ballot(tile.thread_rank() % 4 == 3);
    if (tile.thread_rank() == 0) {
        out[tile.meta_group_rank()] = sum;
        votes[tile.meta_group_rank()] = fourth;
    }
}
