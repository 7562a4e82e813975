// Relaxed flags with fences beside them.
// launch: --grid 2 --block 1
// arg: inout:i32[1]=constant:0
// arg: inout:i32[1]=constant:0
// arg: out:i32[1]
// out 2 = [42]
#include <cuda/atomic>
extern "C" __global__ void k(int *data, int *flag, int *out)
{
    cuda::atomic_ref<int, cuda::thread_scope_device> ready(*flag);
    if (blockIdx.x == 0) {
        *data = 42;
        cuda::atomic_thread_fence(cuda::std::memory_order_release, cuda::thread_scope_device);
        ready.store(1, cuda::std::memory_order_relaxed);
    } else {
        while (ready.load(cuda::std::memory_order_relaxed) == 0)
            ;
        cuda::atomic_thread_fence(cuda::std::memory_order_acquire, cuda::thread_scope_device);
        *out = *data;
    }
}
