// A counter of all blocks by cuda::atomic_ref of the block's scope.
// launch: --grid 4 --block 32
// arg: inout:i32[1]=constant:0
// wrong: global-race
#include <cuda/atomic>
extern "C" __global__ void k(int *count)
{
    cuda::atomic_ref<int, cuda::thread_scope_block> c(*count);
    c.fetch_add(1, cuda::std::memory_order_relaxed); // <--
}
