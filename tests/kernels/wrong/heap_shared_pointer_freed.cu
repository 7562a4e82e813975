// free() of shared memory.
// launch: --grid 1 --block 32
// arg: out:i32[32]
// wrong: invalid-free
extern "C" __global__ void k(int *out)
{
    __shared__ int room[32];
    int *list = threadIdx.x == 3 ? room : (int *)malloc(4);
    *list = threadIdx.x;
    out[threadIdx.x] = *list;
    free(list); // <--
}
