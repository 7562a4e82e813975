// Counters of a block by cuda::atomic_ref of the block's scope, then those of the device by that of the device's.
// launch: --grid 8 --block 64
// arg: inout:i32[32]=constant:0
// arg: inout:i32[4]=constant:0
// out 0 = [16] * 32
// out 1 = [128] * 4
#include <cuda/atomic>
extern "C" __global__ void k(int *blocks, int *all)
{
    int t = threadIdx.x;
    cuda::atomic_ref<int, cuda::thread_scope_block> mine(blocks[blockIdx.x * 4 + t % 4]);
    mine.fetch_add(1, cuda::std::memory_order_relaxed);
    __syncthreads();
    if (t < 4) {
        cuda::atomic_ref<int, cuda::thread_scope_device> sum(all[t]);
        sum.fetch_add(blocks[blockIdx.x * 4 + t], cuda::std::memory_order_relaxed);
    }
}
