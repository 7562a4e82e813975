// Whoever adds locks the list and then the item, whoever looks at an item locks that and then the list.
// launch: --grid 1 --block 64
// arg: inout:i32[9]=constant:0
// arg: inout:i32[9]=constant:0
// wrong: lock-order
// only: optimised code
__device__ void lock(int *word)
{
    do {
        while (*(volatile int *)word)
            ;
    } while (atomicCAS(word, 0, threadIdx.x + 1) != 0); // <--
    __threadfence();
}

__device__ void unlock(int *word)
{
    __threadfence();
    *(volatile int *)word = 0;
}

extern "C" __global__ void k(int *word, int *value)
{
    int *list = &word[8], item = threadIdx.x / 8 % 8;
    if (threadIdx.x == 3) {
        lock(list);
        lock(&word[item]);
        value[item] = 1;
        value[8]++;
        unlock(&word[item]);
        unlock(list);
    } else if (threadIdx.x == 35 || threadIdx.x == 7) {
        item = 0;
        lock(&word[item]);
        if (value[item] >= 0) {
            lock(list);
            value[8]++;
            unlock(list);
        }
        unlock(&word[item]);
    }
}
