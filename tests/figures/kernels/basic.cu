// Kernels of many access patterns. Each does nothing but the pattern, so that every figure can be told by hand; the
// machine's compiler cannot merge or drop accesses. launches.py says how each is launched and what it must count.
// All get two buffers of 16 MiB, 128-byte aligned, filled with zeros, and a number.
#define KERNEL(name, type) extern "C" __global__ void name(type *out, const type *in, int n)
#define I (blockIdx.x * blockDim.x + threadIdx.x)

KERNEL(copy_u8, unsigned char) { out[I] = in[I]; }
KERNEL(copy_u16, unsigned short) { out[I] = in[I]; }
KERNEL(copy_f32, float) { out[I] = in[I]; }
KERNEL(copy_f64, double) { out[I] = in[I]; }
KERNEL(copy_f32x2, float2) { out[I] = in[I]; }
KERNEL(copy_f32x4, float4) { out[I] = in[I]; }
KERNEL(copy_offset, float) { out[I] = in[I + n]; }
KERNEL(store_offset, float) { out[I + n] = in[I]; }
KERNEL(load_strided, float) { out[I] = in[I * n]; }
KERNEL(store_strided, float) { out[I * n] = in[I]; }
KERNEL(load_strided_f64, double) { out[I] = in[I * n]; }
KERNEL(load_reversed, float) { out[I] = in[(I ^ 31)]; }
KERNEL(load_broadcast, float) { out[I] = in[I / 32 * 32 + n]; }
KERNEL(load_pairs, float) { out[I] = in[I / 2 + n]; }
KERNEL(load_scattered, float) { out[I] = in[I * 7919u % 65521u]; }
KERNEL(half_warps, float)
{
    if (threadIdx.x % 32 < n)
        out[I] = in[I];
}
KERNEL(odd_lanes, float)
{
    if (threadIdx.x & 1)
        out[I] = in[I];
}

struct Particle { float x, y, z, vx, vy, vz, mass, charge; };
KERNEL(structs_one_field, Particle) { out[I].x = in[I].mass; }
struct Pixel { unsigned char r, g, b; };
KERNEL(structs_of_three, Pixel) { out[I].g = in[I].b; }

// One warp a row or a column of n.
KERNEL(rows, float) { out[I] = in[blockIdx.x * n + threadIdx.x]; }
KERNEL(columns, float) { out[I] = in[threadIdx.x * n + blockIdx.x]; }

#define X (blockIdx.x * 32 + threadIdx.x)
#define Y (blockIdx.y * 32 + threadIdx.y)
KERNEL(transpose_naive, float) { out[X * n + Y] = in[Y * n + X]; }
template <int WIDTH> __device__ void transpose(float *out, const float *in, int n)
{
    __shared__ float tile[32][WIDTH];
    tile[threadIdx.y][threadIdx.x] = in[Y * n + X];
    __syncthreads();
    out[(blockIdx.x * 32 + threadIdx.y) * n + blockIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
KERNEL(transpose_tile, float) { transpose<32>(out, in, n); }
KERNEL(transpose_padded, float) { transpose<33>(out, in, n); }

// Shared memory: every thread stores its element, then loads one n elements apart.
template <class T> __device__ void shared_stride(T *out, const T *in, int n)
{
    extern __shared__ char room[];
    T *tile = (T *)room;
    tile[threadIdx.x * n % 1024] = in[I];
    __syncthreads();
    out[I] = tile[threadIdx.x * n % 1024];
}
KERNEL(shared_u8, unsigned char) { shared_stride(out, in, n); }
KERNEL(shared_u16, unsigned short) { shared_stride(out, in, n); }
KERNEL(shared_f32, float) { shared_stride(out, in, n); }
KERNEL(shared_f64, double) { shared_stride(out, in, n); }
KERNEL(shared_f32x2, float2) { shared_stride(out, in, n); }
KERNEL(shared_f32x4, float4) { shared_stride(out, in, n); }
KERNEL(shared_broadcast, float)
{
    __shared__ float tile[256];
    tile[threadIdx.x] = in[I];
    __syncthreads();
    out[I] = tile[n + threadIdx.x / 32];
}

// Sums of a block of 256 in three addressings.
template <class Step> __device__ void reduce(float *out, const float *in, Step step)
{
    __shared__ float part[256];
    part[threadIdx.x] = in[I];
    __syncthreads();
    step(part);
    if (threadIdx.x == 0)
        out[blockIdx.x] = part[0];
}
KERNEL(reduce_modulo, float)
{
    reduce(out, in, [](float *part) {
#pragma unroll 1
        for (unsigned s = 1; s < 256; s *= 2) {
            if (threadIdx.x % (2 * s) == 0)
                part[threadIdx.x] += part[threadIdx.x + s];
            __syncthreads();
        }
    });
}
KERNEL(reduce_strided, float)
{
    reduce(out, in, [](float *part) {
#pragma unroll 1
        for (unsigned s = 1; s < 256; s *= 2) {
            unsigned at = 2 * s * threadIdx.x;
            if (at < 256)
                part[at] += part[at + s];
            __syncthreads();
        }
    });
}
KERNEL(reduce_halves, float)
{
    reduce(out, in, [](float *part) {
#pragma unroll 1
        for (unsigned s = 128; s > 0; s /= 2) {
            if (threadIdx.x < s)
                part[threadIdx.x] += part[threadIdx.x + s];
            __syncthreads();
        }
    });
}

// Atomics: lanes at n-th part as many addresses; results used, and not.
KERNEL(atomic_red, unsigned) { atomicAdd(&out[I / n], in[I] + threadIdx.x); }
KERNEL(atomic_used, unsigned) { out[4096 + I] = atomicAdd(&out[I / n], in[I] + threadIdx.x); }
KERNEL(atomic_scattered, unsigned) { atomicAdd(&out[I * 37u % 1024u], in[I] + threadIdx.x); }
KERNEL(histogram_shared, unsigned)
{
    __shared__ unsigned bins[256];
    bins[threadIdx.x] = 0;
    __syncthreads();
    atomicAdd(&bins[(in[I] + threadIdx.x * n) % 256], 1u);
    __syncthreads();
    atomicAdd(&out[threadIdx.x], bins[threadIdx.x]);
}

// Divergence: n ways within a warp, with code that cannot become a selection.
KERNEL(divergent, float)
{
    float x = in[I];
    switch (threadIdx.x % n) {
    case 0: x = __sinf(x) + 1; out[I] = x; break;
    case 1: x = __cosf(x) * 3; out[I + 65536] = x; break;
    case 2: x = __expf(x) - 7; out[I + 131072] = x; break;
    default: x = __logf(x + 2); out[I + 196608] = x; break;
    }
}
KERNEL(loops_of_lane, float)
{
    float x = in[I];
#pragma unroll 1
    for (int i = 0; i <= (threadIdx.x & 31); i++)
        x = x * 1.5f + 0.5f;
    out[I] = x;
}

// An array that is indexed at run time lies in local memory.
KERNEL(local_array, float)
{
    float room[64];
#pragma unroll 1
    for (int i = 0; i < 64; i++)
        room[(i * n) & 63] = in[I] + i;
    float sum = 0;
#pragma unroll 1
    for (int i = 0; i < 64; i++)
        sum += room[(i * 5) & 63];
    out[I] = sum;
}
