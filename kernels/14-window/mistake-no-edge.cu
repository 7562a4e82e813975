#define BLOCK 64
#define RADIUS 3

__global__ void window(const float *in, float *out, int n)
{
    __shared__ float tile[RADIUS + BLOCK + RADIUS];
    int i = blockIdx.x * BLOCK + threadIdx.x;
    int t = threadIdx.x;

    tile[RADIUS + t] = in[i];
    if (t < RADIUS) {
        tile[t] = in[i - RADIUS];
        tile[RADIUS + BLOCK + t] = in[i + BLOCK];
    }
    __syncthreads();

    if (i < n) {
        float sum = 0;
        for (int k = 0; k <= 2 * RADIUS; k++)
            sum += tile[t + k];
        out[i] = sum;
    }
}
