// Both blocks of a cluster write into the same one's shared memory.
// least: 90
// launch: --grid 2 --block 32
// arg: out:i32[32]
// wrong: shared-race
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

extern "C" __global__ void __cluster_dims__(2, 1, 1) k(int *out)
{
    __shared__ int best[32];
    auto cluster = cg::this_cluster();
    cluster.sync();
    cluster.map_shared_rank(best, 0)[threadIdx.x] = blockIdx.x; // <--
    cluster.sync();
    if (blockIdx.x == 0)
        out[threadIdx.x] = best[threadIdx.x];
}
