// A list that all push on without a lock; the last block takes it apart.
// launch: --grid 4 --block 32
// arg: inout:i32[128]=constant:-2
// arg: inout:i32[2]=@start
// arg: out:i32[2]
// data start = [-1, 0]
// out 2 = [sum(range(128)), 128]
#include <cuda/atomic>
extern "C" __global__ void k(int *next, int *state, int *out)
{
    int i = blockIdx.x * 32 + threadIdx.x;
    cuda::atomic_ref<int, cuda::thread_scope_device> head(state[0]), done(state[1]);
    int old = head.load(cuda::std::memory_order_relaxed);
    do
        next[i] = old;
    while (!head.compare_exchange_weak(old, i, cuda::std::memory_order_release, cuda::std::memory_order_relaxed));
    __syncthreads();
    if (threadIdx.x == 0 && done.fetch_add(1, cuda::std::memory_order_acq_rel) == 3) {
        int sum = 0, count = 0;
        for (int at = head.load(cuda::std::memory_order_acquire); at >= 0; at = next[at], count++)
            sum += at;
        out[0] = sum;
        out[1] = count;
    }
}
