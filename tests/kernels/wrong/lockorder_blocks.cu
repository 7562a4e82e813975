// Two locks, which one block takes in one order and the other in the other: this time they get by.
// launch: --grid 2 --block 32
// arg: inout:i32[2]=constant:0
// arg: inout:i32[2]=constant:10
// wrong: lock-order
// says: [0] (line 13) and waits for
// only: optimised code
extern "C" __global__ void k(int *lock, int *account)
{
    if (threadIdx.x != 0)
        return;
    int from = blockIdx.x, to = 1 - from;
    while (atomicCAS(&lock[from], 0, 1) != 0)
        ;
    while (atomicCAS(&lock[to], 0, 1) != 0) // <--
        ;
    __threadfence();
    account[from] -= 3;
    account[to] += 3;
    __threadfence();
    atomicExch(&lock[to], 0);
    atomicExch(&lock[from], 0);
}
