// cuda::atomic_ref with the scope of a block, used by several.
// launch: --grid 4 --block 32
// arg: inout:i32[1]=constant:0
// only: own target
// wrong: global-race
#include <cuda/atomic>
extern "C" __global__ void k(int *count)
{
    cuda::atomic_ref<int, cuda::thread_scope_block> n(*count);
    n.fetch_add(1, cuda::std::memory_order_relaxed); // <--
}
