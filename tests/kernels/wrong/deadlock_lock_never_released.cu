// The lock is taken and never given back.
// launch: --grid 2 --block 1
// arg: inout:i32[1]=constant:0
// arg: inout:i32[1]=constant:0
// wrong: deadlock
extern "C" __global__ void k(int *lock, int *sum)
{
    while (atomicCAS(lock, 0, 1) != 0) // <--
        ;
    *sum += 1;
}
