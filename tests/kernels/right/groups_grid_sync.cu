// Two steps of a smoothing with the grid's own barrier between them.
// launch: --grid 4 --block 32
// arg: inout:i32[128]=ramp
// arg: inout:i32[128]=constant:0
// data a = list(range(128))
// data b = [a[i - 1] + a[(i + 1) % 128] for i in range(128)]
// out 0 = [b[i - 1] + b[(i + 1) % 128] for i in range(128)]
// only: own target
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

extern "C" __global__ void k(int *from, int *to)
{
    cg::grid_group grid = cg::this_grid();
    int i = (int)grid.thread_rank();
    for (int step = 0; step < 2; step++) {
        to[i] = from[i ? i - 1 : 127] + from[(i + 1) % 128];
        grid.sync();
        int *other = from;
        from = to;
        to = other;
    }
}
