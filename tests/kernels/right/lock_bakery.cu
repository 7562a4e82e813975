// Lamport's bakery: numbers are read to find the greatest, long before anybody waits for one of them.
// launch: --grid 3 --block 32
// arg: inout:i32[8]=constant:0
// arg: inout:i32[1]=constant:0
// out 1 = [30]
extern "C" __global__ void k(volatile int *table, int *sum)
{
    volatile int *choosing = table, *number = table + 4;
    int me = blockIdx.x, most = 0;
    if (threadIdx.x)
        return;
    choosing[me] = 1;
    __threadfence();
    for (int b = 0; b < 3; b++)
        most = max(most, number[b]);
    number[me] = most + 1;
    __threadfence();
    choosing[me] = 0;
    __threadfence();
    for (int b = 0; b < 3; b++) {
        while (choosing[b])
            ;
        while (number[b] != 0 && (number[b] < number[me] || (number[b] == number[me] && b < me)))
            ;
    }
    __threadfence();
    *sum += 10;
    __threadfence();
    number[me] = 0;
}
