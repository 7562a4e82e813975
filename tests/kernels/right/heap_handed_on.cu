// What one thread takes with malloc() another one uses and gives back, behind a barrier.
// launch: --grid 2 --block 64
// arg: out:i32[128]
// out 0 = [63 - i % 64 for i in range(128)]
extern "C" __global__ void k(int *out)
{
    __shared__ int *box[64];
    int t = threadIdx.x;
    box[t] = (int *)malloc(8);
    *box[t] = t;
    __syncthreads();
    out[blockIdx.x * 64 + t] = *box[63 - t];
    free(box[63 - t]);
    free(0);
}
