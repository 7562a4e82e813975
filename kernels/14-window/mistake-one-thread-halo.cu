#define BLOCK 64
#define RADIUS 3

__global__ void window(const float *in, float *out, int n)
{
    __shared__ float tile[RADIUS + BLOCK + RADIUS];
    int i = blockIdx.x * BLOCK + threadIdx.x;
    int t = threadIdx.x;

    tile[RADIUS + t] = i < n ? in[i] : 0;
    if (threadIdx.x == 0)
        tile[RADIUS - 1] = i > 0 ? in[i - 1] : 0;
    if (threadIdx.x == BLOCK - 1)
        tile[RADIUS + BLOCK] = i + 1 < n ? in[i + 1] : 0;
    __syncthreads();

    if (i < n) {
        float sum = 0;
        for (int k = 0; k <= 2 * RADIUS; k++)
            sum += tile[t + k];
        out[i] = sum;
    }
}
