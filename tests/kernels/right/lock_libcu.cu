// A lock of acquire and release around plain data.
// launch: --grid 8 --block 1
// arg: inout:i32[1]=constant:0
// arg: inout:i32[1]=constant:0
// out 1 = [8]
#include <cuda/atomic>
extern "C" __global__ void k(int *lock, int *count)
{
    cuda::atomic_ref<int, cuda::thread_scope_device> held(*lock);
    while (held.exchange(1, cuda::std::memory_order_acquire))
        ;
    *count = *count + 1;
    held.store(0, cuda::std::memory_order_release);
}
