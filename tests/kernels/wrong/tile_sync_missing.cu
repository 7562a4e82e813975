// A tile of eight reduces in shared memory and does not meet between the steps.
// launch: --grid 1 --block 32
// arg: in:i32[32]=ramp
// arg: out:i32[4]
// wrong: shared-race
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
extern "C" __global__ void k(const int *in, int *out)
{
    __shared__ int part[32];
    auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    int t = threadIdx.x, r = tile.thread_rank();
    part[t] = in[t]; // <--
    for (int s = 4; s; s /= 2)
        if (r < s)
            part[t] += part[t + s]; // <--
    if (r == 0)
        out[t / 8] = part[t];
}
