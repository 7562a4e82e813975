// Turns each run of 64 elements round; the last run may be shorter.

#define BLOCK 64

__global__ void reverse_blocks(const int *in, int *out, int n)
{
    __shared__ int tile[BLOCK];
    int t = threadIdx.x;
    int base = blockIdx.x * BLOCK;
    int count = min(BLOCK, n - base);

    if (t < count)
        tile[t] = in[base + t];
    if (t < count)
        out[base + t] = tile[count - 1 - t];
}
