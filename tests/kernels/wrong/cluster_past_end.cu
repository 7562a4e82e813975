// An index past the end of another block's shared array.
// launch: --grid 2 --block 64
// arg: out:i32[128]
// arg: i32=1000000
// wrong: out-of-bounds
// least: 90
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

extern "C" __global__ void __cluster_dims__(2, 1, 1) k(int *out, int step)
{
    __shared__ int mine[64];
    cg::cluster_group cluster = cg::this_cluster();
    mine[threadIdx.x] = threadIdx.x;
    cluster.sync();
    int *other = cluster.map_shared_rank(mine, cluster.block_rank() ^ 1);
    out[blockIdx.x * 64 + threadIdx.x] = other[threadIdx.x * step]; // <--
    cluster.sync();
}
