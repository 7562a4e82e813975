// One thread frees what others of the block may still read: the barrier before it is missing.
// launch: --grid 2 --block 64
// arg: out:i32[128]
// wrong: global-race
extern "C" __global__ void k(int *out)
{
    __shared__ int *table;
    int t = threadIdx.x;
    if (t == 0)
        table = (int *)malloc(64 * sizeof(int));
    __syncthreads();
    table[t] = t;
    __syncthreads();
    out[blockIdx.x * 64 + t] = table[63 - t]; // <--
    if (t == 63)
        free(table); // <--
}
