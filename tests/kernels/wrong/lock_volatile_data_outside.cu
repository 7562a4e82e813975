// Data under a lock, once written outside of it; volatile doesn't help.
// launch: --grid 2 --block 1
// wrong: global-race
// only: optimised code
// arg: inout:i32[1]=constant:0
__device__ volatile int balance;

extern "C" __global__ void k(int *lock)
{
    if (blockIdx.x == 0) {
        balance = 5; // <--
    } else {
        while (atomicCAS(lock, 0, 1) != 0)
            ;
        __threadfence();
        balance = 7; // <--
        __threadfence();
        atomicExch(lock, 0);
    }
}
