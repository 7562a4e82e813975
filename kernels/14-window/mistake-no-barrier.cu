// Sums of seven neighbours, by a tile in shared memory.

#define BLOCK 64
#define RADIUS 3

__global__ void window(const float *in, float *out, int n)
{
    __shared__ float tile[RADIUS + BLOCK + RADIUS];
    int i = blockIdx.x * BLOCK + threadIdx.x;
    int t = threadIdx.x;

    tile[RADIUS + t] = i < n ? in[i] : 0;
    if (t < RADIUS) {
        tile[t] = i >= RADIUS ? in[i - RADIUS] : 0;
        tile[RADIUS + BLOCK + t] = i + BLOCK < n ? in[i + BLOCK] : 0;
    }

    if (i < n) {
        float sum = 0;
        for (int k = 0; k <= 2 * RADIUS; k++)
            sum += tile[t + k];
        out[i] = sum;
    }
}
