// Some add through cuda::atomic_ref, one resets the sum plainly.
// launch: --grid 2 --block 64
// arg: inout:f32[1]=constant:0
// wrong: global-race
#include <cuda/atomic>
extern "C" __global__ void k(float *sum)
{
    cuda::atomic_ref<float, cuda::thread_scope_device> s(*sum);
    if (threadIdx.x == 5 && blockIdx.x == 0)
        *sum = 0; // <--
    else
        s.fetch_add(0.5f, cuda::std::memory_order_relaxed); // <--
}
