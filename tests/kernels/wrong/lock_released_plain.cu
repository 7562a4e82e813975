// The lock is given back by a plain store without a fence.
// launch: --grid 4 --block 1
// arg: inout:i32[1]=constant:0
// arg: inout:i32[1]=constant:0
// wrong: global-race
extern "C" __global__ void k(int *lock, int *count)
{
    while (atomicCAS(lock, 0, 1))
        ;
    *count = *count + 1; // <--
    *(volatile int *)lock = 0;
}
