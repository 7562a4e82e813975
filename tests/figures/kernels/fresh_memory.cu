// Global memory once more, by kernels written to grade the figures: other elements, structures, orders, vectors, cached ways.
// in: numbers between 1 and 2, whose low bits are drawn; n: what the launch says.
#define KERNEL(name, type) extern "C" __global__ void name(type *__restrict__ out, const type *__restrict__ in, int n)
#define I (blockIdx.x * blockDim.x + threadIdx.x)

typedef unsigned char u8;
typedef unsigned long long u64;

struct P3 { float x, y, z; };
struct P5 { float a[5]; };
struct P6 { double a; float b, c; double d; };
struct P7 { int id; float pos[3], vel[3]; };
struct alignas(16) P28 { float4 head; float tail[3]; };
struct Rgb { u8 r, g, b; };

KERNEL(fresh_memcpy_bytes, u8) {
    for (size_t i = I; i < (size_t)n; i += (size_t)gridDim.x * blockDim.x)
        out[i] = in[i];
}
KERNEL(fresh_memcpy_shift, float) {
    int i = I + n;
    out[i] = in[i];
}
KERNEL(fresh_memcpy_shift_store, double) {
    out[I + n] = in[I];
}
KERNEL(fresh_shift_vector, float2) {
    float2 a = in[I + n], b = in[I + n + 1];
    out[I] = make_float2(a.x + b.y, a.y - b.x);
}
KERNEL(fresh_stride_short, short) {
    out[I] = in[I * n];
}
KERNEL(fresh_stride_uint3, uint3) {
    uint3 v = in[I * n % 20000];
    out[I] = make_uint3(v.z, v.x, v.y);
}
KERNEL(fresh_stride_char3, Rgb) {
    Rgb p = in[I * n];
    out[I].g = (p.r + p.g + p.b) / 3;
}
KERNEL(fresh_stride_int4_store, int4) {
    out[I * n] = make_int4(n, I, 0, 1);
}
KERNEL(fresh_aos12, P3) {
    P3 p = in[I];
    float s = rsqrtf(p.x * p.x + p.y * p.y + p.z * p.z);
    out[I] = {p.x * s, p.y * s, p.z * s};
}
KERNEL(fresh_aos12_y, P3) {
    out[I].y = in[I].y * 2.0f;
}
KERNEL(fresh_aos20, P5) {
    P5 p = in[I];
    float s = 0;
    for (int k = 0; k < 5; k++)
        s += p.a[k];
    out[I].a[n] = s;
}
KERNEL(fresh_aos24, P6) {
    P6 p = in[I];
    p.b += p.c;
    p.a -= p.d;
    out[I] = p;
}
KERNEL(fresh_aos28, P7) {
    for (int k = 0; k < 3; k++)
        out[I].pos[k] = in[I].pos[k] + in[I].vel[k] * 0.1f;
}
KERNEL(fresh_aos32, P28) {
    float4 h = in[I].head;
    out[I].tail[n] = h.x + h.w + in[I].tail[2];
}
KERNEL(fresh_soa7, float) {
    const float *x = in, *vx = in + 3 * 8192;
    for (int k = 0; k < 3; k++)
        out[k * 8192 + I] = x[k * 8192 + I] + vx[k * 8192 + I] * 0.1f;
}
KERNEL(fresh_aosoa, float) { // groups of 8
    int group = I / 8, at = I % 8;
    out[group * 24 + 16 + at] = in[group * 24 + at] * in[group * 24 + 8 + at];
}
KERNEL(fresh_row_major, float) {
    int r = blockIdx.y * blockDim.y + threadIdx.y, c = blockIdx.x * blockDim.x + threadIdx.x;
    if (r < n && c < n)
        out[r * n + c] = in[r * n + c] * 2;
}
KERNEL(fresh_col_major, float) {
    int r = blockIdx.x * blockDim.x + threadIdx.x, c = blockIdx.y * blockDim.y + threadIdx.y;
    if (r < n && c < n)
        out[r * n + c] = in[r * n + c] * 2;
}
KERNEL(fresh_diagonal, float) {
    out[I] = in[(I % n) * (n + 1)];
}
KERNEL(fresh_upper, float) {
    int r = blockIdx.y, c = threadIdx.x + blockIdx.x * blockDim.x;
    if (c >= r && c < n)
        out[r * n + c] = in[c * n + r];
}
KERNEL(fresh_row_reversed, double) {
    out[blockIdx.x * blockDim.x + blockDim.x - 1 - threadIdx.x] = in[I];
}
KERNEL(fresh_every_other_warp, float) {
    if ((threadIdx.x / warpSize) % 2 == 0)
        out[I] = in[I * n];
}
KERNEL(fresh_lane_pairs, float) {
    int lane = threadIdx.x % 32;
    out[I] = in[(I - lane) + (lane ^ n)];
}
KERNEL(fresh_bit_reversed, float) {
    out[I] = in[__brev(I) >> 20];
}
KERNEL(fresh_morton, float) {
    unsigned x = threadIdx.x & 15, y = threadIdx.x >> 4, m = 0;
    for (int b = 0; b < 4; b++)
        m |= (x >> b & 1) << 2 * b | (y >> b & 1) << (2 * b + 1);
    out[blockIdx.x * 256 + m] = in[I];
}
KERNEL(fresh_gather_ldg, float) {
    unsigned k = __float_as_uint(__ldg(in + I)) & (n - 1);
    out[I] = __ldg(in + k);
}
KERNEL(fresh_gather_two, float) {
    unsigned k = __float_as_uint(in[I]);
    out[I] = in[k % n] + in[(k >> 8) % n];
}
KERNEL(fresh_scatter_pairs, float2) {
    unsigned k = __float_as_uint(in[I].x) % n;
    out[k] = in[I];
}
KERNEL(fresh_csr_scalar, float) { // a row for a thread, of drawn length
    unsigned length = __float_as_uint(in[I]) & 7;
    float sum = 0;
    for (unsigned k = 0; k < length; k++)
        sum += in[n + I * 8 + k] * in[(__float_as_uint(in[k + I]) >> 4) & 1023];
    out[I] = sum;
}
KERNEL(fresh_csr_vector, float) { // a row for a warp
    int row = I / 32, lane = threadIdx.x & 31;
    float sum = 0;
    for (int k = lane; k < n; k += 32)
        sum += in[row * n + k];
    for (int d = 16; d; d >>= 1)
        sum += __shfl_down_sync(0xffffffffu, sum, d);
    if (lane == 0)
        out[row] = sum;
}
KERNEL(fresh_ell, float) { // padded rows, by columns
    float sum = 0;
    for (int k = 0; k < n; k++)
        sum += in[k * 4096 + I];
    out[I] = sum;
}
KERNEL(fresh_cache_hints, float4) {
    float4 a = __ldcs(in + I), b = __ldcg(in + I * n), c = __ldlu(in + I + n);
    __stcs(out + I, make_float4(a.x, b.y, c.z, 0));
}
KERNEL(fresh_inline_ptx, float) {
    float v;
    asm volatile("ld.global.nc.L1::no_allocate.f32 %0, [%1];" : "=f"(v) : "l"(in + I * n));
    asm volatile("st.global.L1::no_allocate.f32 [%0], %1;" ::"l"(out + I), "f"(v) : "memory");
}
KERNEL(fresh_wide_vectors, u64) {
    const ulonglong2 v = ((const ulonglong2 *)in)[I * n % 100000];
    ((ulonglong2 *)out)[I] = make_ulonglong2(v.y, v.x);
}
KERNEL(fresh_ushort4, ushort4) {
    ushort4 v = in[I + n];
    out[I * 2] = make_ushort4(v.w, v.z, v.y, v.x);
}
KERNEL(fresh_acquire, unsigned) {
    unsigned v;
    asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(v) : "l"(in + I * n) : "memory");
    asm volatile("st.release.gpu.global.u32 [%0], %1;" ::"l"(out + I), "r"(v) : "memory");
}
KERNEL(fresh_four_each, float) { // four neighbours for a thread: strided by 16 bytes
    float s = 0;
    for (int k = 0; k < 4; k++)
        s += in[I * 4 + k] * k;
    out[I] = s;
}
KERNEL(fresh_four_apart, float) {
    float s = 0;
#pragma unroll
    for (int k = 0; k < 4; k++)
        s += in[I + k * gridDim.x * blockDim.x];
    out[I] = s;
}
KERNEL(fresh_stencil_7, float) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z * blockDim.z + threadIdx.z;
    if (x == 0 || y == 0 || z == 0 || x >= n - 1 || y >= n - 1 || z >= n - 1)
        return;
    int i = (z * n + y) * n + x;
    out[i] = in[i - 1] + in[i + 1] + in[i - n] + in[i + n] + in[i - n * n] + in[i + n * n] - 6 * in[i];
}
KERNEL(fresh_box_blur, u8) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, sum = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++) {
            int px = min(max(x + dx, 0), n - 1), py = min(max(y + dy, 0), n - 1);
            sum += in[py * n + px];
        }
    if (x < n && y < n)
        out[y * n + x] = sum / 9;
}
KERNEL(fresh_gemm_ijk, float) {
    int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
    float s = 0;
    for (int k = 0; k < n; k++)
        s += in[i * n + k] * in[n * n + k * n + j];
    out[i * n + j] = s;
}
KERNEL(fresh_gemm_rows, double) { // x is the row
    int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
    double s = 0;
    if (i >= n || j >= n)
        return;
    for (int k = 0; k < n; k++)
        s = fma(in[i * n + k], in[k * n + j], s);
    out[i * n + j] = s;
}
KERNEL(fresh_block_3d, float) {
    int t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    int at = threadIdx.x * blockDim.y * blockDim.z + threadIdx.y * blockDim.z + threadIdx.z;
    int base = blockIdx.x * blockDim.x * blockDim.y * blockDim.z;
    out[base + at] = in[base + t];
}
KERNEL(fresh_block_of_block, short4) {
    int tile = blockIdx.x * 64, t = threadIdx.y * blockDim.x + threadIdx.x;
    if (t < 64)
        out[tile + t] = in[tile + (t % 8) * 8 + t / 8];
}
struct Matrix {
    const float *p;
    int pitch;
    __device__ float operator()(int r, int c) const { return p[r * pitch + c]; }
};
KERNEL(fresh_operator, float) {
    Matrix m{in, n};
    int r = threadIdx.x / 16, c = threadIdx.x % 16;
    out[I] = m(r, c) + m(c, r);
}
__device__ __noinline__ float read_at(const float *p, int i) {
    return p[i];
}
KERNEL(fresh_noinline, float) {
    out[I] = read_at(in, I * n);
}
KERNEL(fresh_select_pointer, float) {
    const float *p = threadIdx.x & n ? in : in + 4096;
    out[I] = p[I];
}
__constant__ float weights[256];
__device__ float table[4096];
KERNEL(fresh_const_and_global, float) {
    float w = 0;
    for (int k = 0; k < 4; k++)
        w += weights[k * n];
    out[I] = w + weights[threadIdx.x % n] + table[I & 4095];
}
