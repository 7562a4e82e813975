// What a block does in shared memory: strides of all element sizes, vectors, broadcasts, sums,
// scans, warps' exchanges.
#define KERNEL(name, type) extern "C" __global__ void name(type *out, const type *in, int n)
#define I (blockIdx.x * blockDim.x + threadIdx.x)

// Lanes that share elements: n to each one.
template <class T> __device__ void shared_groups(T *out, const T *in, int n)
{
    __shared__ T tile[256];
    tile[threadIdx.x] = in[I];
    __syncthreads();
    out[I] = tile[threadIdx.x / n];
}
KERNEL(groups_f32, float)
{
    shared_groups(out, in, n);
}
KERNEL(groups_f64, double)
{
    shared_groups(out, in, n);
}
KERNEL(groups_f32x4, float4)
{
    shared_groups(out, in, n);
}

template <class T> __device__ void shared_wrapped(T *out, const T *in, int n)
{
    __shared__ T tile[256];
    tile[threadIdx.x] = in[I];
    __syncthreads();
    out[I] = tile[threadIdx.x % n];
}
KERNEL(wrapped_f32, float)
{
    shared_wrapped(out, in, n);
}
KERNEL(wrapped_f64, double)
{
    shared_wrapped(out, in, n);
}
KERNEL(wrapped_f32x4, float4)
{
    shared_wrapped(out, in, n);
}

// Lanes where the bit n of their number is set.
template <class T> __device__ void shared_some(T *out, const T *in, int n)
{
    __shared__ T tile[256];
    if (threadIdx.x & n)
        tile[threadIdx.x] = in[I];
    __syncthreads();
    if (threadIdx.x & n)
        out[I] = tile[threadIdx.x ^ 1];
}
KERNEL(some_f64, double)
{
    shared_some(out, in, n);
}
KERNEL(some_f32x4, float4)
{
    shared_some(out, in, n);
}

__device__ unsigned scatter(unsigned i)
{
    return (i * 2654435761u ^ i >> 3) * 40503u >> 7;
}
template <class T> __device__ void shared_scattered(T *out, const T *in, int n)
{
    __shared__ T tile[512];
    tile[threadIdx.x] = in[I];
    tile[threadIdx.x + 256] = in[I];
    __syncthreads();
    out[I] = tile[scatter(I) % n];
}
KERNEL(scattered_u8, unsigned char)
{
    shared_scattered(out, in, n);
}
KERNEL(scattered_f32, float)
{
    shared_scattered(out, in, n);
}
KERNEL(scattered_f64, double)
{
    shared_scattered(out, in, n);
}
KERNEL(scattered_f32x4, float4)
{
    shared_scattered(out, in, n);
}
KERNEL(scattered_stores, double)
{
    __shared__ double tile[256];
    tile[scatter(I) % 256] = in[I];
    __syncthreads();
    out[I] = tile[threadIdx.x];
}
struct Three {
    float x, y, z;
};
KERNEL(shared_struct_12, Three)
{
    __shared__ Three tile[256];
    tile[threadIdx.x] = in[I];
    __syncthreads();
    out[I] = tile[threadIdx.x ^ n];
}

// Scans of a block of 256.
KERNEL(scan_steps, float)
{
    __shared__ float part[2][256];
    int at = 0;
    part[0][threadIdx.x] = in[I];
    __syncthreads();
#pragma unroll 1
    for (int s = 1; s < 256; s *= 2) {
        part[1 - at][threadIdx.x] =
            part[at][threadIdx.x] + (threadIdx.x >= s ? part[at][threadIdx.x - s] : 0);
        at = 1 - at;
        __syncthreads();
    }
    out[I] = part[at][threadIdx.x];
}
KERNEL(scan_tree, float)
{
    __shared__ float part[512];
    part[2 * threadIdx.x] = in[2 * I];
    part[2 * threadIdx.x + 1] = in[2 * I + 1];
    int apart = 1;
#pragma unroll 1
    for (int left = 256; left > 0; left /= 2, apart *= 2) {
        __syncthreads();
        if (threadIdx.x < left)
            part[apart * (2 * threadIdx.x + 2) - 1] += part[apart * (2 * threadIdx.x + 1) - 1];
    }
    __syncthreads();
    out[2 * I] = part[2 * threadIdx.x];
    out[2 * I + 1] = part[2 * threadIdx.x + 1];
}
KERNEL(sum_shuffled, float)
{
    float sum = in[I];
    for (int apart = 16; apart > 0; apart /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, apart);
    if (threadIdx.x % 32 == 0)
        out[I / 32] = sum;
}
KERNEL(sum_by_atomic, float)
{
    float sum = in[I];
    for (int apart = 16; apart > 0; apart /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, apart);
    if (threadIdx.x % 32 == 0)
        atomicAdd(out, sum);
}
KERNEL(reversed, float)
{
    extern __shared__ float line[];
    line[threadIdx.x] = in[I];
    __syncthreads();
    out[I] = line[blockDim.x - 1 - threadIdx.x];
}

// Rows of matrices of eight by eight, n rows of 16 bytes from one to the next.
template <class Load> __device__ void matrices(unsigned *out, const unsigned *in, int n, Load load)
{
    __shared__ uint4 rows[512];
    rows[threadIdx.x] = rows[threadIdx.x + 256] = make_uint4(in[I], 1, 2, 3);
    __syncthreads();
    unsigned at =
        (unsigned)__cvta_generic_to_shared(&rows[(threadIdx.x % 32 * n + threadIdx.x / 32) % 512]);
    out[I] = load(at);
}
KERNEL(ldmatrix_1, unsigned)
{
    matrices(out, in, n, [](unsigned at) {
        unsigned a;
        asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(a) : "r"(at));
        return a;
    });
}
KERNEL(ldmatrix_2, unsigned)
{
    matrices(out, in, n, [](unsigned at) {
        unsigned a, b;
        asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];"
                     : "=r"(a), "=r"(b)
                     : "r"(at));
        return a + b;
    });
}
KERNEL(ldmatrix_4, unsigned)
{
    matrices(out, in, n, [](unsigned at) {
        unsigned a, b, c, d;
        asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                     : "=r"(a), "=r"(b), "=r"(c), "=r"(d)
                     : "r"(at));
        return a + b + c + d;
    });
}
KERNEL(ldmatrix_4_turned, unsigned)
{
    matrices(out, in, n, [](unsigned at) {
        unsigned a, b, c, d;
        asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
                     : "=r"(a), "=r"(b), "=r"(c), "=r"(d)
                     : "r"(at));
        return a + b + c + d;
    });
}
KERNEL(stmatrix_4, unsigned)
{
    matrices(out, in, n, [](unsigned at) {
        asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%0, %0, %0, %0};" ::"r"(at)
                     : "memory");
        return at;
    });
}
