// Two threads free the same piece.
// launch: --grid 1 --block 64
// arg: out:i32[64]
// wrong: double-free
extern "C" __global__ void k(int *out)
{
    __shared__ int *list;
    if (threadIdx.x == 0)
        list = (int *)malloc(64 * sizeof(int));
    __syncthreads();
    list[threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = list[63 - threadIdx.x];
    __syncthreads();
    if (threadIdx.x % 32 == 0)
        free(list); // <--
}
