/* Tiled matrix product. */
extern "C" __global__ void matrix(const float *a, const float *b, float *c, int n)
{
    __shared__ float ta[16][16], tb[16][16];
    int row = blockIdx.y * 16 + threadIdx.y, column = blockIdx.x * 16 + threadIdx.x;
    float sum = 0;
    for (int t = 0; t < n / 16; t++) {
        ta[threadIdx.y][threadIdx.x] = a[row * n + t * 16 + threadIdx.x];
        tb[threadIdx.y][threadIdx.x] = b[(t * 16 + threadIdx.y) * n + column];
        __syncthreads();
        for (int k = 0; k < 16; k++) sum += ta[threadIdx.y][k] * tb[k][threadIdx.x];
        __syncthreads();
    }
    c[row * n + column] = sum;
}
