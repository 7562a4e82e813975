// The cluster's barrier in two halves: work of one's own between arriving and waiting.
// least: 90
// launch: --grid 4 --block 32
// arg: out:i32[128]
// out 0 = [100 * (b ^ 1) + t + 7 * t for b in range(4) for t in range(32)]
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

extern "C" __global__ void __cluster_dims__(2, 1, 1) k(int *out)
{
    __shared__ int mine[32];
    int t = threadIdx.x;
    auto cluster = cg::this_cluster();
    mine[t] = 100 * blockIdx.x + t;
    asm volatile("barrier.cluster.arrive.release.aligned;" ::: "memory");
    int own = 7 * t;
    asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory");
    own += *cluster.map_shared_rank(&mine[t], cluster.block_rank() ^ 1);
    asm volatile("barrier.cluster.arrive.release.aligned;\nbarrier.cluster.wait.acquire.aligned;" ::: "memory");
    out[blockIdx.x * 32 + t] = own;
}
