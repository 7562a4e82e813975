// The flag is read relaxed by one thread; the fence follows behind the barrier, by all threads.
// launch: --grid 2 --block 64
// arg: inout:i32[64]=constant:0
// arg: inout:i32[1]=constant:0
// arg: out:i32[64]
// out 2 = [(63 - t) * 3 for t in range(64)]
#include <cuda/atomic>
extern "C" __global__ void k(int *data, int *flag, int *out)
{
    int t = threadIdx.x;
    cuda::atomic_ref<int, cuda::thread_scope_device> ready(*flag);
    if (blockIdx.x == 0) {
        data[t] = t * 3;
        __syncthreads();
        if (t == 0)
            ready.store(1, cuda::memory_order_release);
    } else {
        if (t == 0)
            while (ready.load(cuda::memory_order_relaxed) == 0)
                ;
        __syncthreads();
        __threadfence();
        out[t] = data[63 - t];
    }
}
