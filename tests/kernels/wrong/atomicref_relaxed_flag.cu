// Data handed to another block by cuda::atomic_ref whose store releases nothing.
// launch: --grid 2 --block 32
// arg: inout:i32[1]=constant:0
// arg: inout:i32[1]=constant:0
// arg: out:i32[1]
// wrong: global-race
#include <cuda/atomic>
extern "C" __global__ void k(int *data, int *flag, int *out)
{
    cuda::atomic_ref<int, cuda::thread_scope_device> ready(*flag);
    if (threadIdx.x == 0 && blockIdx.x == 0) {
        *data = 42; // <--
        ready.store(1, cuda::std::memory_order_relaxed);
    } else if (threadIdx.x == 0) {
        while (ready.load(cuda::std::memory_order_acquire) == 0)
            ;
        *out = *data; // <--
    }
}
