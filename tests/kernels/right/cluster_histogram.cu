// launch: --grid 8 --block 128
// arg: in:i32[1024]=@x
// arg: inout:i32[64]=constant:0
// data x = [(i * i + 3 * i) % 64 for i in range(1024)]
// out 1 = [x.count(b) for b in range(64)]
// least: 90
// A histogram whose bins are spread over the shared memory of two blocks of a cluster.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

extern "C" __global__ void __cluster_dims__(2, 1, 1) k(const int *x, int *bins)
{
    __shared__ int mine[32];
    cg::cluster_group cluster = cg::this_cluster();
    if (threadIdx.x < 32)
        mine[threadIdx.x] = 0;
    cluster.sync();
    int bin = x[blockIdx.x * blockDim.x + threadIdx.x];
    int *there = cluster.map_shared_rank(mine, bin / 32);
    atomicAdd(there + bin % 32, 1);
    cluster.sync();
    if (threadIdx.x < 32)
        atomicAdd(&bins[cluster.block_rank() * 32 + threadIdx.x], mine[threadIdx.x]);
}
