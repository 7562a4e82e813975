// A ticket lock: served in order.
// launch: --grid 10 --block 1
// arg: inout:u32[2]=constant:0
// arg: inout:i32[1]=constant:1
// out 0 = [10, 10]
// out 1 = [1024]
extern "C" __global__ void k(unsigned *lock, int *value)
{
    unsigned ticket = atomicAdd(&lock[0], 1);
    while (atomicAdd(&lock[1], 0) != ticket)
        ;
    __threadfence();
    *value *= 2;
    __threadfence();
    atomicAdd(&lock[1], 1);
}
