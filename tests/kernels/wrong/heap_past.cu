// One past the end of heap memory.
// launch: --grid 1 --block 1
// arg: out:i32[1]
// wrong: out-of-bounds
extern "C" __global__ void k(int *out)
{
    volatile int *own = (int *)malloc(10 * sizeof(int));
    for (int i = 0; i <= 10; i++)
        own[i] = i; // <--
    out[0] = own[3];
    free((void *)own);
}
