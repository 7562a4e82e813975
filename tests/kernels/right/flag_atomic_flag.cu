// cuda::std::atomic_flag as the lock of blocks around plain data.
// launch: --grid 16 --block 32
// arg: inout:i32[2]=constant:0
// out 0 = [0, 16]
#include <cuda/atomic>
extern "C" __global__ void k(int *room)
{
    static_assert(sizeof(cuda::std::atomic_flag) == 4, "a word");
    auto *taken = (cuda::std::atomic_flag *)room;
    if (threadIdx.x == 0) {
        while (taken->test_and_set(cuda::std::memory_order_acquire))
            __nanosleep(20);
        room[1] = room[1] + 1;
        taken->clear(cuda::std::memory_order_release);
    }
}
