// A scan of the block whose warps' sums are read without a barrier.
// launch: --grid 1 --block 64
// arg: in:i32[64]=ramp
// arg: out:i32[64]
// wrong: shared-race
// also: uninitialised-shared
#include <cooperative_groups.h>
#include <cooperative_groups/scan.h>
namespace cg = cooperative_groups;

extern "C" __global__ void k(const int *in, int *out)
{
    __shared__ int sums[2];
    auto tile = cg::tiled_partition<32>(cg::this_thread_block());
    int v = cg::inclusive_scan(tile, in[threadIdx.x]);
    if (tile.thread_rank() == 31)
        sums[tile.meta_group_rank()] = v; // <--
    out[threadIdx.x] = v + (threadIdx.x < 32 ? 0 : sums[0]); // <--
}
