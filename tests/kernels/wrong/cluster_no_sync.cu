// launch: --grid 2 --block 64
// arg: out:i32[128]
// wrong: shared-race
// also: uninitialised-shared
// least: 90
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

extern "C" __global__ void __cluster_dims__(2, 1, 1) k(int *out)
{
    __shared__ int mine[64];
    cg::cluster_group cluster = cg::this_cluster();
    mine[threadIdx.x] = blockIdx.x * 1000 + threadIdx.x; // <--
    __syncthreads();
    out[blockIdx.x * 64 + threadIdx.x] = cluster.map_shared_rank(mine, cluster.block_rank() ^ 1)[threadIdx.x]; // <--
    cluster.sync();
}
