// One thread writes what all read, and nothing makes them wait for it.
// launch: --grid 1 --block 32
// arg: out:i32[32]
// wrong: shared-race
// also: uninitialised-shared
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

extern "C" __global__ void k(int *out)
{
    __shared__ int chosen;
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    cg::invoke_one(warp, [&] { chosen = blockIdx.x + 7; }); // <--
    out[threadIdx.x] = chosen + threadIdx.x;                // <--
}
