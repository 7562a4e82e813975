// A bounded queue of many writers and readers: each place has a number that says whose turn it is.
// launch: --grid 4 --block 32
// arg: inout:i32[16]=ramp
// arg: inout:i32[16]=constant:0
// arg: inout:i32[3]=constant:0
// out 2 = [64, 64, sum(range(64))]
#include <cuda/atomic>
using Number = cuda::atomic_ref<int, cuda::thread_scope_device>;

extern "C" __global__ void k(int *turns, int *places, int *state)
{
    if (threadIdx.x)
        return;
    for (int i = 0; i < 32; i++) {
        bool puts = blockIdx.x < 2;
        int ticket = Number(state[puts ? 0 : 1]).fetch_add(1, cuda::std::memory_order_relaxed);
        Number turn(turns[ticket % 16]);
        while (turn.load(cuda::std::memory_order_acquire) != ticket + (puts ? 0 : 1))
            ;
        if (puts) {
            places[ticket % 16] = ticket;
            turn.store(ticket + 1, cuda::std::memory_order_release);
        } else {
            atomicAdd(&state[2], places[ticket % 16]);
            turn.store(ticket + 16, cuda::std::memory_order_release);
        }
    }
}
