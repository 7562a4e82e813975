// Shared memory, sums, transposes, products, copies once more, by kernels written to grade the figures.
// in: numbers between 1 and 2, whose low bits are drawn; n: what the launch says.
#include <cooperative_groups.h>
#include <cuda_pipeline.h>
#define KERNEL(name, type) extern "C" __global__ void name(type *out, const type *in, int n)
#define I (blockIdx.x * blockDim.x + threadIdx.x)
namespace cg = cooperative_groups;

template <int TILE, int PAD, typename T>
__device__ void transpose(T *out, const T *in, int n) {
    __shared__ T tile[TILE][TILE + PAD];
    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    for (int j = 0; j < TILE; j += blockDim.y)
        tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * n + x];
    __syncthreads();
    x = blockIdx.y * TILE + threadIdx.x;
    y = blockIdx.x * TILE + threadIdx.y;
    for (int j = 0; j < TILE; j += blockDim.y)
        out[(y + j) * n + x] = tile[threadIdx.x][threadIdx.y + j];
}
KERNEL(fresh_transpose_direct, float) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    out[x * n + y] = in[y * n + x];
}
KERNEL(fresh_transpose_32, float) { transpose<32, 0>(out, in, n); }
KERNEL(fresh_transpose_33, float) { transpose<32, 1>(out, in, n); }
KERNEL(fresh_transpose_34, float) { transpose<32, 2>(out, in, n); }
KERNEL(fresh_transpose_double, double) { transpose<32, 1>(out, in, n); }
KERNEL(fresh_transpose_char, unsigned char) { transpose<32, 4>(out, in, n); }
KERNEL(fresh_transpose_16, float) { transpose<16, 1>(out, in, n); }
KERNEL(fresh_transpose_xor, float) {
    __shared__ float tile[32][32];
    int x = threadIdx.x, y = threadIdx.y;
    tile[y][x ^ y] = in[(blockIdx.y * 32 + y) * n + blockIdx.x * 32 + x];
    __syncthreads();
    out[(blockIdx.x * 32 + y) * n + blockIdx.y * 32 + x] = tile[x][y ^ x];
}
KERNEL(fresh_transpose_vector, float4) {
    __shared__ float tile[32][36];
    int x = threadIdx.x, y = threadIdx.y; // 8 x 32
    *(float4 *)&tile[y][4 * x] = in[(blockIdx.y * 32 + y) * n / 4 + blockIdx.x * 8 + x];
    __syncthreads();
    float4 v = make_float4(tile[4 * x][y], tile[4 * x + 1][y], tile[4 * x + 2][y], tile[4 * x + 3][y]);
    out[(blockIdx.x * 32 + y) * n / 4 + blockIdx.y * 8 + x] = v;
}
KERNEL(fresh_reduce_modulo, int) {
    extern __shared__ int s[];
    unsigned t = threadIdx.x;
    s[t] = I < n ? in[I] & 255 : 0;
    __syncthreads();
    for (unsigned d = 1; d < blockDim.x; d *= 2) {
        if (t % (2 * d) == 0)
            s[t] += s[t + d];
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = s[0];
}
KERNEL(fresh_reduce_index, int) {
    extern __shared__ int s[];
    unsigned t = threadIdx.x;
    s[t] = I < n ? in[I] & 255 : 0;
    __syncthreads();
    for (unsigned d = 1; d < blockDim.x; d *= 2) {
        unsigned k = 2 * d * t;
        if (k < blockDim.x)
            s[k] += s[k + d];
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = s[0];
}
KERNEL(fresh_reduce_halving, double) {
    extern __shared__ double d[];
    unsigned t = threadIdx.x;
    d[t] = in[I] + in[I + gridDim.x * blockDim.x];
    __syncthreads();
    for (unsigned s = blockDim.x / 2; s > 0; s >>= 1) {
        if (t < s)
            d[t] += d[t + s];
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = d[0];
}
KERNEL(fresh_reduce_warps, float) {
    __shared__ float part[32];
    float v = 0;
    for (int i = I; i < n; i += blockDim.x * gridDim.x)
        v += in[i];
    for (int m = 16; m >= 1; m /= 2)
        v += __shfl_xor_sync(~0u, v, m);
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = v;
    __syncthreads();
    if (threadIdx.x < 32) {
        v = threadIdx.x < blockDim.x / 32 ? part[threadIdx.x] : 0;
        for (int m = 16; m >= 1; m /= 2)
            v += __shfl_xor_sync(~0u, v, m);
        if (threadIdx.x == 0)
            atomicAdd(out, v);
    }
}
KERNEL(fresh_reduce_groups, int) {
    cg::thread_block block = cg::this_thread_block();
    auto tile = cg::tiled_partition<16>(block);
    int v = in[I] & n;
    for (int m = tile.size() / 2; m > 0; m /= 2)
        v += tile.shfl_down(v, m);
    if (tile.thread_rank() == 0)
        out[I / 16] = v;
}
KERNEL(fresh_scan_shared, int) {
    __shared__ int s[2][256];
    int t = threadIdx.x, from = 0;
    s[0][t] = in[I] & 15;
    __syncthreads();
    for (int d = 1; d < n; d <<= 1) {
        s[1 - from][t] = t >= d ? s[from][t] + s[from][t - d] : s[from][t];
        from = 1 - from;
        __syncthreads();
    }
    out[I] = s[from][t];
}
KERNEL(fresh_shared_stride, float) {
    __shared__ float s[4096];
    s[threadIdx.x * n % 4096] = in[I];
    __syncthreads();
    out[I] = s[(threadIdx.x * n + n) % 4096];
}
KERNEL(fresh_shared_double, double) {
    __shared__ double s[2048];
    s[threadIdx.x] = in[I];
    __syncthreads();
    out[I] = s[threadIdx.x * n % 256];
}
KERNEL(fresh_shared_float4, float4) {
    __shared__ float4 s[1024];
    s[threadIdx.x * n % 1024] = in[I];
    __syncthreads();
    out[I] = s[(threadIdx.x ^ n) % 1024];
}
KERNEL(fresh_shared_float3, float3) {
    __shared__ float3 s[256];
    s[threadIdx.x] = in[I];
    __syncthreads();
    out[I] = s[(threadIdx.x + n) % 256];
}
KERNEL(fresh_shared_struct20, float) {
    __shared__ struct { float v[5]; } s[256];
    for (int k = 0; k < 5; k++)
        s[threadIdx.x].v[k] = in[I + k];
    __syncthreads();
    out[I] = s[255 - threadIdx.x].v[n];
}
KERNEL(fresh_shared_short, short) {
    __shared__ short s[1024];
    s[threadIdx.x * n % 1024] = in[I];
    __syncthreads();
    out[I] = s[threadIdx.x * n % 1024] + s[threadIdx.x];
}
KERNEL(fresh_shared_bytes, unsigned char) {
    __shared__ unsigned char s[64][64];
    int x = threadIdx.x, y = threadIdx.y; // 64 x 4
    for (int r = y; r < 64; r += 4)
        s[r][x] = in[r * n + x];
    __syncthreads();
    for (int r = y; r < 64; r += 4)
        out[r * n + x] = s[x][r];
}
KERNEL(fresh_shared_gather, float) {
    __shared__ float s[1024];
    for (int k = threadIdx.x; k < 1024; k += blockDim.x)
        s[k] = in[k];
    __syncthreads();
    out[I] = s[__float_as_uint(in[I]) % n];
}
KERNEL(fresh_shared_halves, float) {
    __shared__ float s[512];
    s[threadIdx.x] = in[I];
    s[threadIdx.x + 256] = in[I + n];
    __syncthreads();
    if (threadIdx.x & 16)
        out[I] = s[threadIdx.x * 2];
    else
        out[I] = s[threadIdx.x * 2 + 1];
}
KERNEL(fresh_stencil_shared, float) {
    __shared__ float s[18][34];
    int x = threadIdx.x + 1, y = threadIdx.y + 1; // 32 x 16
    int gx = blockIdx.x * 32 + threadIdx.x, gy = blockIdx.y * 16 + threadIdx.y;
    s[y][x] = in[gy * n + gx];
    if (threadIdx.x == 0)
        s[y][0] = gx > 0 ? in[gy * n + gx - 1] : 0;
    if (threadIdx.x == 31)
        s[y][33] = gx < n - 1 ? in[gy * n + gx + 1] : 0;
    if (threadIdx.y == 0)
        s[0][x] = gy > 0 ? in[(gy - 1) * n + gx] : 0;
    if (threadIdx.y == 15)
        s[17][x] = gy < n - 1 ? in[(gy + 1) * n + gx] : 0;
    __syncthreads();
    out[gy * n + gx] = 0.25f * (s[y][x - 1] + s[y][x + 1] + s[y - 1][x] + s[y + 1][x]);
}
template <int T>
__device__ void product(float *out, const float *in, int n) {
    __shared__ float a[T][T], b[T][T];
    int r = blockIdx.y * T + threadIdx.y, c = blockIdx.x * T + threadIdx.x;
    float sum = 0;
    for (int p = 0; p < n / T; p++) {
        a[threadIdx.y][threadIdx.x] = in[r * n + p * T + threadIdx.x];
        b[threadIdx.y][threadIdx.x] = in[n * n + (p * T + threadIdx.y) * n + c];
        __syncthreads();
        for (int k = 0; k < T; k++)
            sum += a[threadIdx.y][k] * b[k][threadIdx.x];
        __syncthreads();
    }
    out[r * n + c] = sum;
}
KERNEL(fresh_product_8, float) { product<8>(out, in, n); }
KERNEL(fresh_product_16, float) { product<16>(out, in, n); }
KERNEL(fresh_product_32, float) { product<32>(out, in, n); }
KERNEL(fresh_product_blocked, float) { // four results for a thread
    __shared__ float a[16][64], b[16][16];
    float sum[4] = {0};
    int x = threadIdx.x, y = threadIdx.y; // 16 x 16
    for (int p = 0; p < n; p += 16) {
        for (int k = 0; k < 4; k++)
            a[y][x * 4 + k] = in[(blockIdx.y * 64 + x * 4 + k) * n + p + y];
        b[y][x] = in[n * n + (p + y) * n + blockIdx.x * 16 + x];
        __syncthreads();
        for (int k = 0; k < 16; k++)
            for (int r = 0; r < 4; r++)
                sum[r] += a[k][y * 4 + r] * b[k][x];
        __syncthreads();
    }
    for (int r = 0; r < 4; r++)
        out[(blockIdx.y * 64 + y * 4 + r) * n + blockIdx.x * 16 + x] = sum[r];
}
KERNEL(fresh_pipeline, float4) {
    __shared__ float4 s[256];
    __pipeline_memcpy_async(&s[threadIdx.x], &in[I * n % 60000], 16);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    out[I] = s[(threadIdx.x + 32) % 256];
}
KERNEL(fresh_pipeline_words, float) {
    __shared__ float s[2][128];
    for (int k = 0; k < 2; k++) {
        __pipeline_memcpy_async(&s[k][threadIdx.x], &in[(k * gridDim.x + blockIdx.x) * 128 + threadIdx.x * n], 4);
        __pipeline_commit();
    }
    float sum = 0;
    __pipeline_wait_prior(1);
    __syncthreads();
    sum += s[0][127 - threadIdx.x];
    __pipeline_wait_prior(0);
    __syncthreads();
    out[I] = sum + s[1][threadIdx.x ^ 1];
}
KERNEL(fresh_rotate, unsigned) {
    unsigned v = in[I];
    for (int k = 0; k < n; k++)
        v = __funnelshift_l(v, v, 3) ^ __shfl_sync(~0u, v, (threadIdx.x + 1) & 31);
    out[I] = v + __reduce_add_sync(~0u, v & 7) + __popc(__match_any_sync(~0u, v & 3));
}
