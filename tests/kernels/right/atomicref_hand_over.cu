// Plain data handed to another block by cuda::atomic_ref: release there, acquire here.
// launch: --grid 2 --block 32
// arg: inout:i32[32]=constant:0
// arg: inout:i32[1]=constant:0
// arg: out:i32[32]
// out 2 = [3 * (31 - t) for t in range(32)]
#include <cuda/atomic>
extern "C" __global__ void k(int *data, int *flag, int *out)
{
    int t = threadIdx.x;
    cuda::atomic_ref<int, cuda::thread_scope_device> ready(*flag);
    if (blockIdx.x == 0) {
        data[t] = 3 * t;
        __syncthreads();
        if (t == 0)
            ready.store(1, cuda::std::memory_order_release);
    } else {
        if (t == 0)
            while (ready.load(cuda::std::memory_order_acquire) == 0)
                ;
        __syncthreads();
        out[t] = data[31 - t];
    }
}
