// out[i] is the sum of all other elements of the block.

#define BLOCK 64

__global__ void others(const int *in, int *out, int n)
{
    __shared__ int tile[BLOCK];
    int t = threadIdx.x;
    int i = blockIdx.x * BLOCK + t;
    int mine = i < n ? in[i] : 0;

    tile[t] = mine;
    for (int half = BLOCK / 2; half > 0; half /= 2) {
        if (t < half) {
            __syncthreads();
            tile[t] += tile[t + half];
        }
    }
    __syncthreads();

    if (i < n)
        out[i] = tile[0] - mine;
}
