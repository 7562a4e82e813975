// A lock by cuda::atomic_ref that is given back without release.
// launch: --grid 4 --block 32
// arg: inout:i32[1]=constant:0
// arg: inout:i32[1]=constant:0
// wrong: global-race
#include <cuda/atomic>
extern "C" __global__ void k(int *lock, int *count)
{
    cuda::atomic_ref<int, cuda::thread_scope_device> taken(*lock);
    if (threadIdx.x == 0) {
        while (taken.exchange(1, cuda::std::memory_order_acquire))
            ;
        *count = *count + 1; // <--
        taken.store(0, cuda::std::memory_order_relaxed);
    }
}
