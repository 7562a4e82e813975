// Thread 0 frees what the others still read.
// launch: --grid 1 --block 64
// arg: out:i32[64]
// wrong: use-after-free
extern "C" __global__ void k(int *out)
{
    __shared__ int *shared;
    if (threadIdx.x == 0) {
        shared = (int *)malloc(64 * sizeof(int));
        for (int i = 0; i < 64; i++)
            shared[i] = i;
    }
    __syncthreads();
    int *mine = shared;
    __syncthreads();
    if (threadIdx.x == 0)
        free(mine);
    __syncthreads();
    out[threadIdx.x] = mine[threadIdx.x]; // <--
}
