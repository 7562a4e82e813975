// Released, but the reader does not acquire.
// launch: --grid 2 --block 1
// arg: inout:i32[1]=constant:0
// arg: inout:i32[1]=constant:0
// arg: out:i32[1]
// wrong: global-race
// only: optimised code
// says: Then a fence is missing after line 17, which is relaxed: __threadfence()
#include <cuda/atomic>
extern "C" __global__ void k(int *data, int *flag, int *out)
{
    cuda::atomic_ref<int, cuda::thread_scope_device> ready(*flag);
    if (blockIdx.x == 0) {
        *data = 42; // <--
        ready.store(1, cuda::std::memory_order_release);
    } else {
        while (ready.load(cuda::std::memory_order_relaxed) == 0)
            ;
        *out = *data; // <--
    }
}
