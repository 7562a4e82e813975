// The group of those that were there is asked to meet by some of them, while the others wait at the block's barrier.
// launch: --grid 1 --block 32
// arg: out:i32[32]
// wrong: deadlock
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

extern "C" __global__ void k(int *out)
{
    auto here = cg::coalesced_threads();
    if (threadIdx.x < 16) {
        here.sync(); // <--
        out[threadIdx.x] = 1;
    }
    __syncthreads(); // <--
    out[threadIdx.x] += 1;
}
