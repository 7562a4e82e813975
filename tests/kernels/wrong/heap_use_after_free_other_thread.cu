// One thread frees what the others still read.
// launch: --grid 1 --block 32
// arg: out:i32[32]
// wrong: use-after-free
extern "C" __global__ void k(int *out)
{
    __shared__ int *list;
    int t = threadIdx.x;
    if (t == 0) {
        list = (int *)malloc(32 * sizeof(int));
        for (int i = 0; i < 32; i++)
            list[i] = i;
    }
    __syncthreads();
    if (t == 0)
        free(list);
    __syncthreads();
    out[t] = list[t]; // <--
}
