// The other block's barrier may not be set up yet when the copy to both blocks begins.
// least: 90
// only: optimised code
// launch: --grid 2 --block 32
// arg: in:i32[32]=ramp
// arg: out:i32[64]
// wrong: shared-race
// also: uninitialised-shared, invalid-barrier, deadlock
#include <cooperative_groups.h>
#include <cuda/barrier>
#include <cuda/ptx>
namespace cg = cooperative_groups;

extern "C" __global__ void __cluster_dims__(2, 1, 1) k(const int *in, int *out)
{
    __shared__ alignas(128) int tile[32];
    __shared__ cuda::barrier<cuda::thread_scope_block> bar;
    auto cluster = cg::this_cluster();
    if (threadIdx.x == 0) {
        init(&bar, 1); // <--
        cuda::ptx::fence_mbarrier_init(cuda::ptx::sem_release, cuda::ptx::scope_cluster);
        cuda::ptx::fence_proxy_async(cuda::ptx::space_shared);
        auto token = cuda::device::barrier_arrive_tx(bar, 1, sizeof tile);
        if (cluster.block_rank() == 0)
            asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster "
                         "[%0], [%1], %2, [%3], %4;" ::"r"((unsigned)__cvta_generic_to_shared(tile)),
                         "l"(in), "r"((unsigned)sizeof tile),
                         "r"((unsigned)__cvta_generic_to_shared(cuda::device::barrier_native_handle(bar))),
                         "h"((unsigned short)3) // <--
                         : "memory");
        bar.wait(std::move(token));
    }
    __syncthreads();
    out[blockIdx.x * 32 + threadIdx.x] = tile[31 - threadIdx.x];
    cluster.sync();
}
