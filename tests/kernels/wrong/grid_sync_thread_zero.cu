// The grid's own barrier, called by one thread of each block: the others are at the end of the block's part of it.
// only: own target
// launch: --grid 2 --block 64
// arg: inout:i32[2]=constant:0
// arg: out:i32[2]
// wrong: divergent-barrier
// also: global-race, deadlock
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

extern "C" __global__ void k(int *part, int *out)
{
    cg::grid_group grid = cg::this_grid();
    if (threadIdx.x == 0) {
        part[blockIdx.x] = blockIdx.x + 1;
        grid.sync(); // <--
        out[blockIdx.x] = part[blockIdx.x ^ 1];
    }
    __syncthreads(); // <--
}
