// Blocks of a cluster add into one block's shared counter, and it stays until all are done.
// launch: --grid 4 --block 64
// arg: out:i32[2]
// out 0 = [2 * sum(range(64)), 2 * sum(range(64))]
// least: 90
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

extern "C" __global__ void __cluster_dims__(2, 1, 1) k(int *out)
{
    __shared__ int total;
    cg::cluster_group cluster = cg::this_cluster();
    if (threadIdx.x == 0)
        total = 0;
    cluster.sync();
    atomicAdd(cluster.map_shared_rank(&total, 0), (int)threadIdx.x);
    cluster.sync();
    if (cluster.block_rank() == 0 && threadIdx.x == 0)
        out[blockIdx.x / 2] = total;
}
