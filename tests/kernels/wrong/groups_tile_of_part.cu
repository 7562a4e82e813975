// Only the first half of a tile calls its shuffle.
// launch: --grid 1 --block 32
// arg: in:i32[32]=ramp
// arg: out:i32[32]
// wrong: deadlock
// also: divergent-barrier, missing-lanes
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
extern "C" __global__ void k(const int *in, int *out)
{
    auto tile = cg::tiled_partition<32>(cg::this_thread_block());
    int t = threadIdx.x, v = in[t];
    if (t < 16)
        v += tile.shfl_xor(v, 1); // <--
    else
        __syncthreads(); // <--
    out[t] = v;
}
