// Tiles of 16 lanes meet, each by itself, though they exchange values with each other.
// launch: --grid 1 --block 32
// arg: out:i32[32]
// wrong: shared-race
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

extern "C" __global__ void k(int *out)
{
    __shared__ int box[32];
    auto tile = cg::tiled_partition<16>(cg::this_thread_block());
    int t = threadIdx.x;
    box[t] = t; // <--
    tile.sync();
    out[t] = box[(t + 16) % 32]; // <--
}
