// Two locks in either order, but only by who has a third one: nobody else can hold one of them.
// launch: --grid 6 --block 1
// arg: inout:i32[3]=constant:0
// arg: inout:i32[2]=constant:10
// out 1 = [10, 10]
extern "C" __global__ void k(int *lock, int *account)
{
    int from = blockIdx.x % 2, to = 1 - from;
    while (atomicExch(&lock[2], 1))
        ;
    while (atomicCAS(&lock[from], 0, 1) != 0)
        ;
    while (atomicCAS(&lock[to], 0, 1) != 0)
        ;
    __threadfence();
    account[from] -= 3;
    account[to] += 3;
    __threadfence();
    atomicExch(&lock[to], 0);
    atomicExch(&lock[from], 0);
    atomicExch(&lock[2], 0);
}
