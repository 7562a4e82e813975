// Device heap memory read after free().
// launch: --grid 1 --block 32
// arg: out:i32[32]
// wrong: use-after-free
extern "C" __global__ void k(int *out)
{
    volatile int *own = (int *)malloc(4 * sizeof(int));
    own[1] = threadIdx.x;
    free((void *)own);
    out[threadIdx.x] = own[1]; // <--
}
