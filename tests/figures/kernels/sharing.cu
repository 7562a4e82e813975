// Shared memory as programs use it: tiles, sums in three addressings, vectors, bytes, dynamic size.
#define KERNEL(name, type) extern "C" __global__ void name(type *__restrict__ out, const type *__restrict__ in, int n)
#define INDEX (blockIdx.x * blockDim.x + threadIdx.x)

#define TRANSPOSE(name, type, rows, pitch, place)                                                     \
    KERNEL(name, type) {                                                                              \
        __shared__ type tile[32 * (pitch)];                                                           \
        int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;                     \
        for (int j = 0; j < 32; j += rows) {                                                          \
            int r = threadIdx.y + j, c = threadIdx.x;                                                 \
            tile[r * (pitch) + (place)] = in[(y + j) * n + x];                                        \
        }                                                                                             \
        __syncthreads();                                                                              \
        x = blockIdx.y * 32 + threadIdx.x;                                                            \
        y = blockIdx.x * 32 + threadIdx.y;                                                            \
        for (int j = 0; j < 32; j += rows) {                                                          \
            int r = threadIdx.x, c = threadIdx.y + j;                                                 \
            out[(y + j) * n + x] = tile[r * (pitch) + (place)];                                       \
        }                                                                                             \
    }
TRANSPOSE(use_transpose, float, 8, 32, c)
TRANSPOSE(use_transpose_padded, float, 8, 33, c)
TRANSPOSE(use_transpose_swizzled, float, 8, 32, c ^ r)
TRANSPOSE(use_transpose_f64, double, 8, 32, c)
TRANSPOSE(use_transpose_u8, unsigned char, 8, 33, c)
TRANSPOSE(use_transpose_u16, unsigned short, 16, 34, c)

extern "C" __global__ void use_transpose_guarded(float *out, const float *in, int n) {
    __shared__ float tile[16][17];
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    if (x < n && y < n)
        tile[threadIdx.y][threadIdx.x] = in[y * n + x];
    __syncthreads();
    x = blockIdx.y * 16 + threadIdx.x;
    y = blockIdx.x * 16 + threadIdx.y;
    if (x < n && y < n)
        out[y * n + x] = tile[threadIdx.x][threadIdx.y];
}
KERNEL(use_reduce_interleaved, float) {
    extern __shared__ float sums[];
    int t = threadIdx.x;
    sums[t] = INDEX < n ? in[INDEX] : 0;
    __syncthreads();
    for (int s = 1; s < blockDim.x; s *= 2) {
        if (t % (2 * s) == 0)
            sums[t] += sums[t + s];
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = sums[0];
}
KERNEL(use_reduce_strided, float) {
    extern __shared__ float sums[];
    int t = threadIdx.x;
    sums[t] = INDEX < n ? in[INDEX] : 0;
    __syncthreads();
    for (int s = 1; s < blockDim.x; s *= 2) {
        int i = 2 * s * t;
        if (i < blockDim.x)
            sums[i] += sums[i + s];
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = sums[0];
}
KERNEL(use_reduce_sequential, float) {
    extern __shared__ float sums[];
    int t = threadIdx.x;
    sums[t] = INDEX < n ? in[INDEX] : 0;
    __syncthreads();
    for (int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (t < s)
            sums[t] += sums[t + s];
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = sums[0];
}
KERNEL(use_reduce_warp_tail, float) {
    __shared__ float sums[256];
    int t = threadIdx.x;
    sums[t] = in[INDEX] + in[INDEX + n];
    __syncthreads();
    for (int s = 128; s >= 32; s >>= 1) {
        if (t < s)
            sums[t] += sums[t + s];
        __syncthreads();
    }
    if (t < 32) {
        float v = sums[t];
        for (int d = 16; d > 0; d /= 2)
            v += __shfl_down_sync(0xffffffff, v, d);
        if (t == 0)
            out[blockIdx.x] = v;
    }
}
__device__ float warp_sum(float v) {
    for (int d = 16; d > 0; d >>= 1)
        v += __shfl_xor_sync(0xffffffff, v, d);
    return v;
}
KERNEL(use_reduce_shuffles, float) {
    __shared__ float sums[32];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    float v = INDEX < n ? in[INDEX] : 0;
    v = warp_sum(v);
    if (lane == 0)
        sums[warp] = v;
    __syncthreads();
    if (warp == 0) {
        v = lane < blockDim.x / 32 ? sums[lane] : 0;
        v = warp_sum(v);
        if (lane == 0)
            out[blockIdx.x] = v;
    }
}
KERNEL(use_scan_hillis, float) {
    __shared__ float a[2][256];
    int t = threadIdx.x, from = 0;
    a[0][t] = in[INDEX];
    __syncthreads();
    for (int d = 1; d < n; d *= 2) {
        if (t >= d)
            a[1 - from][t] = a[from][t] + a[from][t - d];
        else
            a[1 - from][t] = a[from][t];
        from = 1 - from;
        __syncthreads();
    }
    out[INDEX] = a[from][t];
}
KERNEL(use_scan_blelloch, float) {
    __shared__ float a[512];
    int t = threadIdx.x;
    a[2 * t] = in[2 * INDEX];
    a[2 * t + 1] = in[2 * INDEX + 1];
    int offset = 1;
    for (int d = n / 2; d > 0; d >>= 1) {
        __syncthreads();
        if (t < d)
            a[offset * (2 * t + 2) - 1] += a[offset * (2 * t + 1) - 1];
        offset *= 2;
    }
    if (t == 0)
        a[n - 1] = 0;
    for (int d = 1; d < n; d *= 2) {
        offset >>= 1;
        __syncthreads();
        if (t < d) {
            float left = a[offset * (2 * t + 1) - 1];
            a[offset * (2 * t + 1) - 1] = a[offset * (2 * t + 2) - 1];
            a[offset * (2 * t + 2) - 1] += left;
        }
    }
    __syncthreads();
    out[2 * INDEX] = a[2 * t];
    out[2 * INDEX + 1] = a[2 * t + 1];
}
#define STRIDED(name, type)                          \
    KERNEL(name, type) {                             \
        extern __shared__ double room[];             \
        type *all = (type *)room;                    \
        int count = 32768 / sizeof(type);            \
        all[threadIdx.x] = in[INDEX];                \
        __syncthreads();                             \
        out[INDEX] = all[threadIdx.x * n % count];   \
    }
STRIDED(use_shared_u8, unsigned char)
STRIDED(use_shared_u16, unsigned short)
STRIDED(use_shared_f32, float)
STRIDED(use_shared_f64, double)
STRIDED(use_shared_float2, float2)
STRIDED(use_shared_float4, float4)
STRIDED(use_shared_float3, float3)

struct Cell { int key; float value; short tag; };
extern "C" __global__ void use_shared_cells(float *out, const float *in, int n) {
    __shared__ Cell cells[256];
    int t = threadIdx.x;
    cells[t].key = t * n;
    cells[t].value = in[INDEX];
    cells[t].tag = t;
    __syncthreads();
    out[INDEX] = cells[255 - t].value + cells[t ^ 1].key + cells[t].tag;
}
KERNEL(use_shared_store_vector, float) {
    __shared__ float4 line[256];
    line[threadIdx.x] = ((const float4 *)in)[INDEX];
    __syncthreads();
    const float *flat = (const float *)line;
    out[INDEX] = flat[threadIdx.x * n % 1024] + flat[threadIdx.x];
}
KERNEL(pick_shared_gather, int) {
    __shared__ int table[1024];
    for (int k = threadIdx.x; k < 1024; k += blockDim.x)
        table[k] = in[k];
    __syncthreads();
    out[INDEX] = table[in[INDEX] % n];
}
KERNEL(use_shared_broadcast, float) {
    __shared__ float row[64];
    if (threadIdx.x < 64)
        row[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    float sum = 0;
    for (int k = 0; k < 64; k++)
        sum += row[k] * n;
    out[INDEX] = sum + row[threadIdx.x / 8 % 64];
}
KERNEL(use_tiled_matmul, float) {
    __shared__ float a[16][16], b[16][16];
    int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 16 + ty, column = blockIdx.x * 16 + tx;
    float sum = 0;
    for (int m = 0; m < (n + 15) / 16; m++) {
        a[ty][tx] = row < n && m * 16 + tx < n ? in[row * n + m * 16 + tx] : 0;
        b[ty][tx] = column < n && m * 16 + ty < n ? in[n * n + (m * 16 + ty) * n + column] : 0;
        __syncthreads();
        for (int k = 0; k < 16; k++)
            sum += a[ty][k] * b[k][tx];
        __syncthreads();
    }
    if (row < n && column < n)
        out[row * n + column] = sum;
}
#define TILE 32
extern "C" __global__ void use_tiled_matmul_32(float *c, const float *a, int n) {
    __shared__ float s[TILE][TILE], t[TILE][TILE];
    int row = blockIdx.y * TILE + threadIdx.y, column = blockIdx.x * TILE + threadIdx.x;
    float acc = 0.0f;
    for (int m = 0; m < n / TILE; ++m) {
        s[threadIdx.y][threadIdx.x] = a[row * n + m * TILE + threadIdx.x];
        t[threadIdx.y][threadIdx.x] = a[(m * TILE + threadIdx.y) * n + column];
        __syncthreads();
        for (int k = 0; k < TILE; ++k)
            acc += s[threadIdx.y][k] * t[k][threadIdx.x];
        __syncthreads();
    }
    c[row * n + column] = acc;
}
KERNEL(use_stencil_halo, float) {
    __shared__ float line[256 + 2 * 3];
    int g = INDEX, l = threadIdx.x + 3;
    line[l] = g < n ? in[g] : 0;
    if (threadIdx.x < 3) {
        line[l - 3] = g >= 3 ? in[g - 3] : 0;
        line[l + 256] = g + 256 < n ? in[g + 256] : 0;
    }
    __syncthreads();
    float sum = 0;
    for (int o = -3; o <= 3; o++)
        sum += line[l + o];
    if (g < n)
        out[g] = sum;
}
KERNEL(use_shared_volatile, float) {
    volatile __shared__ float sums[256];
    int t = threadIdx.x;
    sums[t] = in[INDEX];
    __syncthreads();
    if (t < 32) {
        sums[t] += sums[t + 32];
        __syncwarp();
        sums[t] += sums[t + 16];
        __syncwarp();
        sums[t] += sums[t + n];
    }
    __syncthreads();
    out[INDEX] = sums[t];
}
KERNEL(use_sort_bitonic, float) {
    __shared__ float keys[256];
    int t = threadIdx.x;
    keys[t] = in[INDEX];
    __syncthreads();
    for (int k = 2; k <= n; k *= 2)
        for (int j = k / 2; j > 0; j /= 2) {
            int other = t ^ j;
            if (other > t) {
                bool up = (t & k) == 0;
                if ((keys[t] > keys[other]) == up) {
                    float held = keys[t];
                    keys[t] = keys[other];
                    keys[other] = held;
                }
            }
            __syncthreads();
        }
    out[INDEX] = keys[t];
}
KERNEL(use_column_of_block, float) {
    __shared__ float tile[32][32];
    int t = threadIdx.x;
    for (int r = t / 32; r < 32; r += blockDim.x / 32)
        tile[r][t % 32] = in[r * 32 + t % 32];
    __syncthreads();
    if (t < 32) {
        float sum = 0;
        for (int k = 0; k < n; k++)
            sum += tile[t][k];
        out[blockIdx.x * 32 + t] = sum;
    }
}
KERNEL(use_shared_some_lanes, float) {
    __shared__ float a[1024];
    int t = threadIdx.x;
    a[t] = in[t];
    a[t + 256] = in[t + 256];
    __syncthreads();
    if (t % n == 0)
        a[2 * t] = a[t] + 1.0f;
    __syncthreads();
    out[INDEX] = a[t];
}
