// Kernels of the kinds whose Nsight Compute figures their authors have published (published.py).

extern "C" __global__ void row_sums(const float *a, float *sums, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;

    for (int j = 0; j < n; j++)
        sum += a[n * i + j];
    sums[i] = sum;
}

extern "C" __global__ void column_sums(const float *a, float *sums, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;

    for (int j = 0; j < n; j++)
        sum += a[n * j + i];
    sums[i] = sum;
}

extern "C" __global__ void transpose_by_rows(const double *a, double *c, int n)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;

    c[x * n + y] = a[y * n + x];
}

extern "C" __global__ void transpose_by_columns(const double *a, double *c, int n)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;

    c[y * n + x] = a[x * n + y];
}

// The tile's row is WIDTH doubles long; the columns are walked when it is written, or when it is read.
template <int WIDTH, bool WRITES_COLUMNS>
__device__ void transpose_tile(const double *a, double *c, int n)
{
    __shared__ double tile[32][WIDTH];
    int x = threadIdx.x, y = threadIdx.y, across = blockIdx.x * 32, down = blockIdx.y * 32;

    (WRITES_COLUMNS ? tile[x][y] : tile[y][x]) = a[(down + y) * n + across + x];
    __syncthreads();
    c[(across + y) * n + down + x] = WRITES_COLUMNS ? tile[y][x] : tile[x][y];
}

extern "C" __global__ void tile_written_by_columns(const double *a, double *c, int n)
{
    transpose_tile<32, true>(a, c, n);
}

extern "C" __global__ void tile_read_by_columns(const double *a, double *c, int n)
{
    transpose_tile<32, false>(a, c, n);
}

extern "C" __global__ void tile_padded(const double *a, double *c, int n)
{
    transpose_tile<33, false>(a, c, n);
}

extern "C" __global__ void square_by_rows(const int *, int *out, int)
{
    __shared__ int tile[32][32];

    tile[threadIdx.y][threadIdx.x] = threadIdx.y * 32 + threadIdx.x;
    __syncthreads();
    out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.y][threadIdx.x];
}

extern "C" __global__ void square_by_columns(const int *, int *out, int)
{
    __shared__ int tile[32][32];

    tile[threadIdx.x][threadIdx.y] = threadIdx.y * 32 + threadIdx.x;
    __syncthreads();
    out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

// Tiles of 32 x 32 floats by blocks of 32 x 8 threads.
extern "C" __global__ void tile_of_floats(const float *a, float *c, int n)
{
    __shared__ float tile[32][32];
    int across = blockIdx.x * 32, down = blockIdx.y * 32, x = threadIdx.x;

    for (int y = threadIdx.y; y < 32; y += 8)
        tile[x][y] = a[(down + y) * n + across + x];
    __syncthreads();
    for (int y = threadIdx.y; y < 32; y += 8)
        c[(across + y) * gridDim.y * 32 + down + x] = tile[y][x];
}
