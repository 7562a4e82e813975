// launch: --grid 8 --block 64
// arg: out:i32[512]
// out 0 = [((b // 4) * 4 + (b + 1) % 4) * 1000 + t for b in range(8) for t in range(64)]
// least: 90
// Each block reads what its neighbour wrote, and none ends before it has been read.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

extern "C" __global__ void __cluster_dims__(4, 1, 1) k(int *out)
{
    __shared__ int mine[64];
    cg::cluster_group cluster = cg::this_cluster();
    mine[threadIdx.x] = blockIdx.x * 1000 + threadIdx.x;
    cluster.sync();
    unsigned next = (cluster.block_rank() + 1) % cluster.num_blocks();
    out[blockIdx.x * 64 + threadIdx.x] = cluster.map_shared_rank(mine, next)[threadIdx.x];
    cluster.sync();
}
