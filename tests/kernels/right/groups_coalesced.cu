// coalesced_threads() in a branch: an atomic for the group.
// launch: --grid 3 --block 96
// arg: inout:i32[1]=constant:0
// arg: inout:i32[288]=constant:-1
// out 0 = [len([i for i in range(288) if i % 5 < 2])]
// near 1 300 = [0] * 288
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__device__ int next_of(int *count)
{
    auto group = cg::coalesced_threads();
    int at = 0;
    if (group.thread_rank() == 0)
        at = atomicAdd(count, group.size());
    return group.shfl(at, 0) + group.thread_rank();
}
extern "C" __global__ void k(int *count, int *list)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i % 5 < 2)
        list[next_of(count)] = i;
}
