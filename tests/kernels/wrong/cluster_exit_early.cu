// A block writes into another's shared memory, and that one does not wait for it before it ends.
// launch: --grid 2 --block 32
// arg: out:i32[64]
// wrong: shared-race
// also: block-has-exited, uninitialised-shared
// least: 90
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

extern "C" __global__ void __cluster_dims__(2, 1, 1) k(int *out)
{
    __shared__ int inbox[32];
    cg::cluster_group cluster = cg::this_cluster();
    unsigned rank = cluster.block_rank();
    inbox[threadIdx.x] = -1; // <--
    int *other = cluster.map_shared_rank(inbox, rank ^ 1);
    other[threadIdx.x] = threadIdx.x; // <--
    cluster.sync();
    out[rank * 32 + threadIdx.x] = inbox[threadIdx.x];
}
