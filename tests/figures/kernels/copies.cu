// Global memory as programs go to it: copies with guards, other widths, offsets and strides, rows and structures.
// in: numbers between 1 and 2, or drawn indices for what is called pick_...; n: what the launch says.
#define KERNEL(name, type) extern "C" __global__ void name(type *__restrict__ out, const type *__restrict__ in, int n)
#define INDEX (blockIdx.x * blockDim.x + threadIdx.x)

KERNEL(use_copy_guarded, float) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i];
}
KERNEL(use_copy_guarded_u8, unsigned char) {
    int i = INDEX;
    if (i < n)
        out[i] = in[i];
}
KERNEL(use_copy_guarded_f16, unsigned short) {
    int i = INDEX;
    if (i < n)
        out[i] = in[i];
}
KERNEL(use_copy_guarded_f64, double) {
    int i = INDEX;
    if (i < n)
        out[i] = in[i];
}
KERNEL(use_copy_float3, float3) {
    int i = INDEX;
    if (i < n)
        out[i] = in[i];
}
KERNEL(use_copy_float4, float4) {
    int i = INDEX;
    if (i < n / 4)
        out[i] = in[i];
}
KERNEL(use_offset_read, float) {
    int i = INDEX + n;
    out[INDEX] = in[i];
}
KERNEL(use_offset_both, float) {
    int i = INDEX + n;
    out[i] = in[i] + 1.0f;
}
KERNEL(use_stride_read, float) {
    int i = INDEX * n;
    out[INDEX] = in[i & 0xfffff];
}
KERNEL(use_stride_write, float) {
    out[(INDEX * n) & 0xfffff] = in[INDEX];
}
KERNEL(use_stride_f64, double) {
    out[INDEX] = in[(INDEX * n) & 0x3ffff];
}
KERNEL(use_stride_u8, unsigned char) {
    out[INDEX] = in[(INDEX * n) & 0xfffff];
}
struct Rgb { unsigned char r, g, b; };
extern "C" __global__ void use_gray(unsigned char *gray, const Rgb *pixels, int n) {
    int i = INDEX;
    if (i < n) {
        Rgb p = pixels[i];
        gray[i] = (unsigned char)((p.r * 77 + p.g * 150 + p.b * 29) >> 8);
    }
}
struct Rgba { unsigned char r, g, b, a; };
extern "C" __global__ void use_gray_rgba(unsigned char *gray, const Rgba *pixels, int n) {
    int i = INDEX;
    if (i < n)
        gray[i] = (pixels[i].r + pixels[i].g + pixels[i].b) / 3;
}
struct Particle { float x, y, z, vx, vy; };
extern "C" __global__ void use_particles_aos(Particle *to, const Particle *from, int n) {
    int i = INDEX;
    if (i >= n)
        return;
    to[i].x = from[i].x + from[i].vx * 0.1f;
    to[i].y = from[i].y + from[i].vy * 0.1f;
}
extern "C" __global__ void use_particles_soa(float *to, const float *from, int n) {
    int i = INDEX;
    if (i >= n)
        return;
    const float *x = from, *y = from + n, *vx = from + 3 * n, *vy = from + 4 * n;
    to[i] = x[i] + vx[i] * 0.1f;
    to[n + i] = y[i] + vy[i] * 0.1f;
}
struct Five { char a; short b; char c; };
extern "C" __global__ void use_struct_6(Five *to, const Five *from, int n) {
    int i = INDEX;
    if (i < n)
        to[i] = from[i];
}
struct Packed7 { unsigned char byte[7]; };
extern "C" __global__ void use_struct_7(Packed7 *to, const Packed7 *from, int n) {
    int i = INDEX;
    if (i < n)
        to[i] = from[i];
}
struct alignas(16) Wide { float a, b, c, d; double e; };
extern "C" __global__ void use_struct_32(Wide *to, const Wide *from, int n) {
    int i = INDEX;
    if (i < n)
        to[i] = from[i];
}
KERNEL(use_rows_misaligned, float) {
    int row = blockIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
    if (column < n)
        out[row * n + column] = in[row * n + column] * 2.0f;
}
KERNEL(use_row_sums, float) {
    int row = INDEX;
    if (row >= n)
        return;
    float sum = 0;
    for (int k = 0; k < n; k++)
        sum += in[row * n + k];
    out[row] = sum;
}
KERNEL(use_column_sums, float) {
    int column = INDEX;
    if (column >= n)
        return;
    float sum = 0;
    for (int k = 0; k < n; k++)
        sum += in[k * n + column];
    out[column] = sum;
}
KERNEL(use_saxpy, float) {
    int i = INDEX;
    if (i < n)
        out[i] = 2.5f * in[i] + out[i];
}
KERNEL(use_grid_stride, float) {
    for (int i = INDEX; i < n; i += blockDim.x * gridDim.x)
        out[i] = in[i] * 3.0f;
}
KERNEL(use_grid_stride_sum, float) {
    float sum = 0;
    for (int i = INDEX; i < n; i += blockDim.x * gridDim.x)
        sum += in[i];
    out[INDEX] = sum;
}
KERNEL(use_chunks, float) {
    int begin = INDEX * 8;
    for (int k = 0; k < 8; k++)
        if (begin + k < n)
            out[begin + k] = in[begin + k] + 1.0f;
}
KERNEL(use_unrolled, float) {
    int i = blockIdx.x * blockDim.x * 4 + threadIdx.x;
#pragma unroll
    for (int k = 0; k < 4; k++)
        if (i + k * blockDim.x < n)
            out[i + k * blockDim.x] = in[i + k * blockDim.x];
}
KERNEL(pick_gather, int) {
    int i = INDEX;
    if (i < n)
        out[i] = in[in[i] % n];
}
KERNEL(pick_scatter, int) {
    int i = INDEX;
    if (i < n)
        out[in[i] % n] = i;
}
KERNEL(pick_gather_twice, int) {
    int i = INDEX;
    out[i] = in[in[in[i] & 0xffff] & 0xffff] + n;
}
KERNEL(use_stencil3, float) {
    int i = INDEX;
    if (i > 0 && i < n - 1)
        out[i] = 0.25f * in[i - 1] + 0.5f * in[i] + 0.25f * in[i + 1];
}
KERNEL(use_stencil_2d, float) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x > 0 && y > 0 && x < n - 1 && y < n - 1)
        out[y * n + x] = in[y * n + x] + in[y * n + x - 1] + in[y * n + x + 1] + in[(y - 1) * n + x] + in[(y + 1) * n + x];
}
KERNEL(use_stencil_3d, float) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = threadIdx.y, z = threadIdx.z + blockIdx.y * blockDim.z;
    int i = (z * blockDim.y + y) * n + x;
    if (x > 0 && x < n - 1)
        out[i] = in[i] + in[i - 1] + in[i + 1];
}
KERNEL(use_matmul, float) {
    int row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    if (row < n && column < n) {
        for (int k = 0; k < n; k++)
            sum += in[row * n + k] * in[n * n + k * n + column];
        out[row * n + column] = sum;
    }
}
KERNEL(use_matmul_turned, float) {
    int row = blockIdx.x * blockDim.x + threadIdx.x, column = blockIdx.y * blockDim.y + threadIdx.y;
    float sum = 0;
    for (int k = 0; k < n; k++)
        sum += in[row * n + k] * in[n * n + k * n + column];
    out[row * n + column] = sum;
}
KERNEL(use_hints, float) {
    int i = INDEX;
    float a = __ldg(in + i), b = __ldcs(in + 4096 + i), c = __ldcg(in + 8192 + i), d = __ldca(in + 2 * i);
    __stcg(out + i, a + b);
    __stcs(out + 8192 + i, c);
    __stwb(out + 16384 + 2 * i, d + n);
}
extern "C" __global__ void use_volatile(volatile float *out, volatile const float *in, int n) {
    int i = INDEX;
    out[i] = in[i * n] + in[i * n];
}
KERNEL(use_partial_block, float) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i] * in[i + 1];
    if (threadIdx.x < 10)
        out[65536 + i] = in[i * n];
}
KERNEL(use_3d_block, float) {
    int t = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    out[blockIdx.x * blockDim.x * blockDim.y * blockDim.z + t] = in[threadIdx.z + n * threadIdx.y + n * n * threadIdx.x];
}
KERNEL(use_one_writes, float) {
    int i = INDEX;
    float v = in[i];
    if (threadIdx.x == 0)
        out[blockIdx.x] = v;
    if (threadIdx.x % 32 == 0)
        out[1000 + i / 32] = v + n;
}
KERNEL(use_same_for_all, float) {
    out[INDEX] = in[n] + in[blockIdx.x] + in[threadIdx.x / 32];
}
KERNEL(use_reverse, float) {
    int i = INDEX;
    if (i < n)
        out[n - 1 - i] = in[i];
}
extern "C" __global__ void __launch_bounds__(128, 4) use_bounds(float *out, const float *in, int n) {
    int i = INDEX;
    float sum = 0;
    for (int k = 0; k < 16; k++)
        sum += in[(i + k * 37 * n) & 0xffff];
    out[i] = sum;
}
KERNEL(use_double_guard, float) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= n || y >= n)
        return;
    out[x * n + y] = in[y * n + x];
}
