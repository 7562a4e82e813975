// The second block takes the locks the other way around, when it has seen, under a third lock, that the first is done.
// launch: --grid 2 --block 1
// arg: inout:i32[3]=constant:0
// arg: inout:i32[2]=constant:10
// arg: inout:i32[1]=constant:0
// out 1 = [10, 10]
__device__ void lock(int *word)
{
    while (atomicCAS(word, 0, 1) != 0)
        ;
    __threadfence();
}

__device__ void unlock(int *word)
{
    __threadfence();
    atomicExch(word, 0);
}

extern "C" __global__ void k(int *word, int *account, int *done)
{
    int from = blockIdx.x, to = 1 - from;
    for (bool ready = from == 0; !ready;) {
        lock(&word[2]);
        ready = *done;
        unlock(&word[2]);
    }
    lock(&word[from]);
    lock(&word[to]);
    account[from] -= 3;
    account[to] += 3;
    unlock(&word[to]);
    unlock(&word[from]);
    lock(&word[2]);
    *done = 1;
    unlock(&word[2]);
}
