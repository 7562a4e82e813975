// One thread allocates for its block, all use it, one frees it.
// launch: --grid 3 --block 64
// arg: out:i32[192]
// out 0 = [i // 64 + 63 - i % 64 for i in range(192)]
extern "C" __global__ void k(int *out)
{
    __shared__ int *data;
    int t = threadIdx.x;
    if (t == 0)
        data = (int *)malloc(64 * sizeof(int));
    __syncthreads();
    data[t] = blockIdx.x + t;
    __syncthreads();
    out[blockIdx.x * 64 + t] = data[63 - t];
    __syncthreads();
    if (t == 0)
        free(data);
}
