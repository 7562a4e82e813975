// Blocks that work in shared memory: sorting, transforms, convolution, copies under way, matrices.
#include <mma.h>
typedef unsigned u32;
static __device__ u32 thread() { return blockIdx.x * blockDim.x + threadIdx.x; }

extern "C" __global__ void bitonic(u32 *data)
{
    __shared__ u32 part[512];
    u32 t = threadIdx.x, base = blockIdx.x * 512;
    part[t] = data[base + t];
    part[t + 256] = data[base + t + 256];
    for (u32 size = 2; size <= 512; size *= 2)
        for (u32 step = size / 2; step; step /= 2) {
            __syncthreads();
            u32 low = 2 * t - (t & (step - 1));
            bool up = (low & size) == 0;
            u32 a = part[low], b = part[low + step];
            if ((a > b) == up) {
                part[low] = b;
                part[low + step] = a;
            }
        }
    __syncthreads();
    data[base + t] = part[t];
    data[base + t + 256] = part[t + 256];
}

// A pass of one bit after the other over the block's own 256 keys.
extern "C" __global__ void radix(u32 *data)
{
    __shared__ u32 keys[256], sums[256];
    u32 t = threadIdx.x, i = thread();
    keys[t] = data[i] >> 9;
    for (u32 bit = 0; bit < 8; bit++) {
        __syncthreads();
        u32 key = keys[t], one = key >> bit & 1;
        sums[t] = one;
        for (u32 step = 1; step < 256; step *= 2) {
            __syncthreads();
            u32 more = t >= step ? sums[t - step] : 0;
            __syncthreads();
            sums[t] += more;
        }
        __syncthreads();
        u32 zeros = 256 - sums[255];
        u32 to = one ? zeros + sums[t] - 1 : t - sums[t];
        keys[to] = key;
    }
    __syncthreads();
    data[i] = keys[t];
}

extern "C" __global__ void fft(float2 *data)
{
    __shared__ float2 part[512];
    u32 t = threadIdx.x, base = blockIdx.x * 512;
    part[__brev(t) >> 23] = data[base + t];
    part[__brev(t + 256) >> 23] = data[base + t + 256];
    for (u32 half = 1; half < 512; half *= 2) {
        __syncthreads();
        u32 k = t & (half - 1), low = 2 * t - k;
        float s, c;
        __sincosf(-3.14159265f * (float)k / (float)half, &s, &c);
        float2 a = part[low], b = part[low + half];
        float2 w = make_float2(b.x * c - b.y * s, b.x * s + b.y * c);
        part[low] = make_float2(a.x + w.x, a.y + w.y);
        part[low + half] = make_float2(a.x - w.x, a.y - w.y);
    }
    __syncthreads();
    data[base + t] = part[t];
    data[base + t + 256] = part[t + 256];
}

__constant__ float weights[17] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 8, 7, 6, 5, 4, 3, 2, 1};
extern "C" __global__ void convolution(const float *in, float *out, u32 count)
{
    __shared__ float tile[256 + 16];
    u32 t = threadIdx.x, i = thread();
    tile[t + 8] = in[i];
    if (t < 8)
        tile[t] = i >= 8 ? in[i - 8] : 0;
    if (t >= 248)
        tile[t + 16] = i + 8 < count ? in[i + 8] : 0;
    __syncthreads();
    float sum = 0;
    for (int k = 0; k < 17; k++)
        sum += weights[k] * tile[t + k];
    out[i] = sum;
}

// Each thread computes 4 x 4 numbers of a tile of 64 x 64.
extern "C" __global__ void matmul_registers(const float *a, const float *b, float *c, u32 n)
{
    __shared__ float as[16][64], bs[16][64];
    u32 t = threadIdx.x, tx = t % 16, ty = t / 16;
    u32 row = blockIdx.y * 64, column = blockIdx.x * 64;
    float sum[4][4] = {};
    for (u32 k0 = 0; k0 < n; k0 += 16) {
        for (u32 i = t; i < 1024; i += 256) {
            as[i % 16][i / 16] = a[(row + i / 16) * n + k0 + i % 16];
            bs[i / 64][i % 64] = b[(k0 + i / 64) * n + column + i % 64];
        }
        __syncthreads();
        for (u32 k = 0; k < 16; k++)
            for (u32 y = 0; y < 4; y++)
                for (u32 x = 0; x < 4; x++)
                    sum[y][x] += as[k][ty * 4 + y] * bs[k][tx * 4 + x];
        __syncthreads();
    }
    for (u32 y = 0; y < 4; y++)
        for (u32 x = 0; x < 4; x++)
            c[(row + ty * 4 + y) * n + column + tx * 4 + x] = sum[y][x];
}

extern "C" __global__ void matmul_32(const float *a, const float *b, float *c, u32 n)
{
    __shared__ float as[32][32], bs[32][32];
    u32 tx = threadIdx.x, ty = threadIdx.y;
    u32 row = blockIdx.y * 32 + ty, column = blockIdx.x * 32 + tx;
    float sum = 0;
    for (u32 k0 = 0; k0 < n; k0 += 32) {
        as[ty][tx] = a[row * n + k0 + tx];
        bs[ty][tx] = b[(k0 + ty) * n + column];
        __syncthreads();
        for (u32 k = 0; k < 32; k++)
            sum += as[ty][k] * bs[k][tx];
        __syncthreads();
    }
    c[row * n + column] = sum;
}

using namespace nvcuda;
extern "C" __global__ void tensor(const half *a, const half *b, float *c, u32 n)
{
    u32 warp = thread() / 32, tiles = n / 16, row = warp / tiles * 16, column = warp % tiles * 16;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
    wmma::fill_fragment(sum, 0.0f);
    for (u32 k = 0; k < n; k += 16) {
        wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> x;
        wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> y;
        wmma::load_matrix_sync(x, a + row * n + k, n);
        wmma::load_matrix_sync(y, b + k * n + column, n);
        wmma::mma_sync(sum, x, y, sum);
    }
    wmma::store_matrix_sync(c + row * n + column, sum, n, wmma::mem_row_major);
}

// The next part is copied while this one is added up.
extern "C" __global__ void copies_ahead(const float *in, float *out, u32 parts)
{
    __shared__ float part[2][256];
    u32 t = threadIdx.x;
    const float *from = in + (size_t)blockIdx.x * parts * 256 + t;
    float sum = 0;
    u32 to = (u32)__cvta_generic_to_shared(&part[0][t]);
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4; cp.async.commit_group;" ::"r"(to),
                 "l"(from));
    for (u32 k = 0; k < parts; k++) {
        if (k + 1 < parts) {
            to = (u32)__cvta_generic_to_shared(&part[(k + 1) & 1][t]);
            asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(to),
                         "l"(from + (k + 1) * 256));
        }
        asm volatile("cp.async.commit_group; cp.async.wait_group 1;" ::: "memory");
        __syncthreads();
        sum += part[k & 1][t] + part[k & 1][t ^ 1];
        __syncthreads();
    }
    out[thread()] = sum;
}

extern "C" __global__ void reduce_shuffles(const float *in, float *out, u32 count)
{
    __shared__ float sums[8];
    float sum = 0;
    for (u32 i = thread(); i < count; i += gridDim.x * blockDim.x)
        sum += in[i];
    for (int step = 16; step; step /= 2)
        sum += __shfl_xor_sync(~0u, sum, step);
    if (threadIdx.x % 32 == 0)
        sums[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x < 8) {
        sum = sums[threadIdx.x];
        for (int step = 4; step; step /= 2)
            sum += __shfl_down_sync(0xff, sum, step);
    }
    if (threadIdx.x == 0)
        out[blockIdx.x] = sum;
}

// Rows that a warp adds up, its lanes' parts in shared memory.
extern "C" __global__ void warp_tiles(const float *in, float *out, u32 count)
{
    __shared__ volatile float part[8][32];
    u32 warp = threadIdx.x / 32, lane = threadIdx.x & 31, i = thread();
    part[warp][lane] = i < count ? in[i] : 0;
    __syncwarp();
    for (int step = 16; step; step /= 2) {
        float more = lane < step ? part[warp][lane + step] : 0;
        __syncwarp();
        if (lane < step)
            part[warp][lane] += more;
        __syncwarp();
    }
    if (lane == 0)
        out[i / 32] = part[warp][0];
}
