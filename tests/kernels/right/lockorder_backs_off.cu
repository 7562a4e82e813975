// Two locks in either order; who doesn't get the second one gives the first one back and begins anew.
// launch: --grid 6 --block 1
// arg: inout:i32[2]=constant:0
// arg: inout:i32[2]=constant:10
// out 1 = [10, 10]
extern "C" __global__ void k(int *lock, int *account)
{
    int from = blockIdx.x % 2, to = 1 - from;
    for (;;) {
        while (atomicCAS(&lock[from], 0, 1) != 0)
            ;
        if (atomicCAS(&lock[to], 0, 1) == 0)
            break;
        atomicExch(&lock[from], 0);
        __nanosleep(100);
    }
    __threadfence();
    account[from] -= 3;
    account[to] += 3;
    __threadfence();
    atomicExch(&lock[to], 0);
    atomicExch(&lock[from], 0);
}
