// Turns each run of 64 elements round, with one block for all runs.

#define BLOCK 64

__global__ void reverse_runs(const int *in, int *out, int n)
{
    __shared__ int tile[BLOCK];
    int t = threadIdx.x;

    for (int base = 0; base < n; base += BLOCK) {
        int count = min(BLOCK, n - base);

        if (t < count)
            tile[t] = in[base + t];
        __syncthreads();
        if (t < count) {
            out[base + t] = tile[count - 1 - t];
            __syncthreads();
        }
    }
}
