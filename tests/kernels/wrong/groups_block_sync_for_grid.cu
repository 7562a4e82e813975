// The block's barrier where the grid's is needed.
// launch: --grid 4 --block 32
// arg: inout:i32[128]=ramp
// arg: inout:i32[128]=constant:0
// wrong: global-race
// only: own target
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

extern "C" __global__ void k(int *from, int *to)
{
    cg::grid_group grid = cg::this_grid();
    int i = (int)grid.thread_rank();
    to[i] = from[i ? i - 1 : 127] + from[(i + 1) % 128];
    grid.sync();
    from[i] = to[i ? i - 1 : 127] + to[(i + 1) % 128]; // <--
    cg::this_thread_block().sync();
    to[i] = from[i ? i - 1 : 127] + from[(i + 1) % 128]; // <--
}
