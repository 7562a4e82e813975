// Two-dimensional blocks: tiles with and without padding, transposes, stencils and products of matrices.
#define KERNEL(name, type) extern "C" __global__ void name(type *out, const type *in, int n)
#define X (blockIdx.x * blockDim.x + threadIdx.x)
#define Y (blockIdx.y * blockDim.y + threadIdx.y)

KERNEL(plane, float) { out[Y * n + X] = in[Y * n + X]; }
KERNEL(plane_f64, double) { out[Y * n + X] = in[Y * n + X]; }
KERNEL(plane_columns, float) { out[X * n + Y] = in[X * n + Y]; }

template <class T, int SIDE, int WIDTH> __device__ void through_tile(T *out, const T *in, int n)
{
    __shared__ T tile[SIDE][WIDTH];
    tile[threadIdx.y][threadIdx.x] = in[Y * n + X];
    __syncthreads();
    out[(blockIdx.x * SIDE + threadIdx.y) * n + blockIdx.y * SIDE + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
KERNEL(tile16, float) { through_tile<float, 16, 16>(out, in, n); }
KERNEL(tile16_padded, float) { through_tile<float, 16, 17>(out, in, n); }
KERNEL(tile16_f64, double) { through_tile<double, 16, 16>(out, in, n); }
KERNEL(tile16_f64_padded, double) { through_tile<double, 16, 17>(out, in, n); }
KERNEL(tile32_f64_padded, double) { through_tile<double, 32, 33>(out, in, n); }
KERNEL(tile16_f32x4, float4) { through_tile<float4, 16, 16>(out, in, n); }
KERNEL(tile32_u8, unsigned char) { through_tile<unsigned char, 32, 32>(out, in, n); }
KERNEL(tile32_u16, unsigned short) { through_tile<unsigned short, 32, 33>(out, in, n); }

// A block of 32 by 8 carries a tile of 32 by 32.
template <int WIDTH> __device__ void tile_in_steps(float *out, const float *in, int n)
{
    __shared__ float tile[32][WIDTH];
    int across = blockIdx.x * 32, down = blockIdx.y * 32;
    for (int y = threadIdx.y; y < 32; y += 8)
        tile[y][threadIdx.x] = in[(down + y) * n + across + threadIdx.x];
    __syncthreads();
    for (int y = threadIdx.y; y < 32; y += 8)
        out[(across + y) * n + down + threadIdx.x] = tile[threadIdx.x][y];
}
KERNEL(steps_tile, float) { tile_in_steps<32>(out, in, n); }
KERNEL(steps_padded, float) { tile_in_steps<33>(out, in, n); }
KERNEL(steps_swizzled, float)
{
    __shared__ float tile[32][32];
    int across = blockIdx.x * 32, down = blockIdx.y * 32;
    for (int y = threadIdx.y; y < 32; y += 8)
        tile[y][threadIdx.x ^ y] = in[(down + y) * n + across + threadIdx.x];
    __syncthreads();
    for (int y = threadIdx.y; y < 32; y += 8)
        out[(across + y) * n + down + threadIdx.x] = tile[threadIdx.x][y ^ threadIdx.x];
}

KERNEL(stencil_line, float)
{
    __shared__ float line[256 + 2];
    int i = blockIdx.x * blockDim.x + threadIdx.x + 1, t = threadIdx.x + 1;
    line[t] = in[i];
    if (threadIdx.x == 0)
        line[0] = in[i - 1];
    if (threadIdx.x == blockDim.x - 1)
        line[t + 1] = in[i + 1];
    __syncthreads();
    out[i] = line[t - 1] + line[t] + line[t + 1];
}
KERNEL(stencil_plane, float)
{
    if (X > 0 && X < n - 1 && Y > 0 && Y < n - 1)
        out[Y * n + X] = in[Y * n + X - 1] + in[Y * n + X + 1] + in[(Y - 1) * n + X] + in[(Y + 1) * n + X];
}

KERNEL(product_naive, float)
{
    float sum = 0;
    for (int k = 0; k < n; k++)
        sum += in[Y * n + k] * in[k * n + X];
    out[Y * n + X] = sum;
}
template <int SIDE> __device__ void product_by_tiles(float *out, const float *in, int n)
{
    __shared__ float a[SIDE][SIDE], b[SIDE][SIDE];
    float sum = 0;
    for (int t = 0; t < n; t += SIDE) {
        a[threadIdx.y][threadIdx.x] = in[Y * n + t + threadIdx.x];
        b[threadIdx.y][threadIdx.x] = in[(t + threadIdx.y) * n + X];
        __syncthreads();
        for (int k = 0; k < SIDE; k++)
            sum += a[threadIdx.y][k] * b[k][threadIdx.x];
        __syncthreads();
    }
    out[Y * n + X] = sum;
}
KERNEL(product_tiles16, float) { product_by_tiles<16>(out, in, n); }
KERNEL(product_tiles32, float) { product_by_tiles<32>(out, in, n); }
