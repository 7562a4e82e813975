// launch: --grid 2 --block 64
// arg: out:i32[128]
// wrong: block-has-exited
// least: 90
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

extern "C" __global__ void __cluster_dims__(2, 1, 1) k(int *out)
{
    __shared__ int mine[64];
    cg::cluster_group cluster = cg::this_cluster();
    mine[threadIdx.x] = threadIdx.x;
    cluster.sync();
    if (cluster.block_rank() == 1) {
        for (int i = 0; i < 200000; i++)
            __nanosleep(1000);
        out[threadIdx.x] = cluster.map_shared_rank(mine, 0)[threadIdx.x]; // <--
    }
}
