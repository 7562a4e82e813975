// A list that is pushed on with relaxed order: who takes an element may not see what is in it.
// launch: --grid 2 --block 32
// arg: inout:i32[64]=constant:0
// arg: inout:i32[1]=constant:-1
// arg: out:i32[1]
// wrong: global-race
#include <cuda/atomic>
extern "C" __global__ void k(int *values, int *top, int *out)
{
    cuda::atomic_ref<int, cuda::thread_scope_device> head(*top);
    if (threadIdx.x)
        return;
    if (blockIdx.x == 0) {
        values[5] = 50; // <--
        int old = -1;
        head.compare_exchange_strong(old, 5, cuda::std::memory_order_relaxed);
    } else {
        int at;
        while ((at = head.load(cuda::std::memory_order_relaxed)) < 0)
            ;
        *out = values[at]; // <--
    }
}
