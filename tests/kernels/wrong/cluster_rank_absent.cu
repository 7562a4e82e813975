// The shared memory of a block that the cluster does not have.
// launch: --grid 2 --block 32
// arg: out:i32[64]
// arg: i32=7
// wrong: out-of-bounds
// least: 90
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

extern "C" __global__ void __cluster_dims__(2, 1, 1) k(int *out, int rank)
{
    __shared__ int mine[32];
    cg::cluster_group cluster = cg::this_cluster();
    mine[threadIdx.x] = threadIdx.x;
    cluster.sync();
    int *other = cluster.map_shared_rank(mine, rank);
    out[blockIdx.x * 32 + threadIdx.x] = other[threadIdx.x]; // <--
    cluster.sync();
}
