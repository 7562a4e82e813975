// cooperative_groups::exclusive_scan_update(): each warp takes room for all that its lanes write, of unequal lengths.
// launch: --grid 2 --block 64
// arg: out:i32[512]
// arg: inout:i32[1]=constant:0
// out 1 = [sum(t % 4 for t in range(64)) * 2]
#include <cooperative_groups.h>
#include <cooperative_groups/scan.h>
#include <cuda/atomic>
namespace cg = cooperative_groups;

extern "C" __global__ void k(int *out, int *used)
{
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    cuda::atomic_ref<int, cuda::thread_scope_device> room(*used);
    int need = threadIdx.x % 4;
    int first = cg::exclusive_scan_update(warp, room, need, cg::plus<int>());
    for (int i = 0; i < need; i++)
        out[first + i] = threadIdx.x;
}
