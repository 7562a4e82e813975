// The second block takes the locks the other way around, but only when the first one has said it is done.
// launch: --grid 2 --block 1
// arg: inout:i32[3]=constant:0
// arg: inout:i32[2]=constant:10
// out 1 = [10, 10]
extern "C" __global__ void k(int *lock, int *account)
{
    int from = blockIdx.x, to = 1 - from;
    if (blockIdx.x == 1)
        while (atomicAdd(&lock[2], 0) == 0)
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
    if (blockIdx.x == 0)
        atomicExch(&lock[2], 1);
}
