// A place of a queue is read as soon as it was given out, without waiting for who fills it.
// launch: --grid 2 --block 32
// arg: inout:i32[32]=constant:0
// arg: inout:i32[2]=constant:0
// arg: inout:i32[1]=constant:0
// wrong: global-race
#include <cuda/atomic>
extern "C" __global__ void k(int *places, int *tickets, int *sum)
{
    if (threadIdx.x)
        return;
    for (int i = 0; i < 8; i++) {
        int ticket = atomicAdd(&tickets[blockIdx.x], 1);
        if (blockIdx.x == 0)
            places[ticket] = 3; // <--
        else
            atomicAdd(sum, places[ticket]); // <--
    }
}
