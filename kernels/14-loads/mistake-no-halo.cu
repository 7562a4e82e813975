// prediction: a
// Put the letter of your answer in place of the question mark, then run.

#define BLOCK 8

__global__ void loads(const float *in, float *out, int n)
{
    __shared__ float tile[BLOCK + 2];
    __shared__ int count;
    int i = blockIdx.x * BLOCK + threadIdx.x;
    int t = threadIdx.x + 1;
    int mine = 0;

    if (threadIdx.x == 0)
        count = 0;
    __syncthreads();

    tile[t] = in[i];
    mine++;
    if (threadIdx.x == 0 && i > 0) {
        tile[0] = in[i - 1];
        mine++;
    }
    if (threadIdx.x == BLOCK - 1 && i < n - 1) {
        tile[t + 1] = in[i + 1];
        mine++;
    }
    atomicAdd(&count, mine);
    __syncthreads();

    float left = i > 0 ? tile[t - 1] : 0;
    float right = i < n - 1 ? tile[t + 1] : 0;
    out[i] = left + tile[t] + right;
    if (threadIdx.x == 0)
        printf("block %d loads %d\n", blockIdx.x, count);
}
