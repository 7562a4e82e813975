// Elements of other sizes and shapes: bytes, structures, local arrays, double precision, volumes;
// paths that part, and grids that wait for each other.
#include <cooperative_groups.h>
typedef unsigned u32;
static __device__ u32 thread() { return blockIdx.x * blockDim.x + threadIdx.x; }

extern "C" __global__ void upper_case(const unsigned char *in, unsigned char *out, u32 count)
{
    u32 i = thread();
    if (i < count) {
        unsigned char c = in[i];
        out[i] = c >= 'a' && c <= 'z' ? c - 32 : c;
    }
}

// Each thread looks through a line of its own.
extern "C" __global__ void lines(const unsigned char *text, u32 *spaces, u32 length)
{
    u32 i = thread(), count = 0;
    for (u32 k = 0; k < length; k++)
        count += text[i * length + k] <= ' ';
    spaces[i] = count;
}

extern "C" __global__ void grey(const uchar4 *in, unsigned char *out, u32 count)
{
    u32 i = thread();
    if (i < count)
        out[i] = (unsigned char)((in[i].x * 77 + in[i].y * 150 + in[i].z * 29) >> 8);
}

struct Particle {
    float x, y, z, mass, vx, vy, vz, charge;
};
extern "C" __global__ void particles(Particle *all, u32 count, float step)
{
    u32 i = thread();
    if (i >= count)
        return;
    Particle *p = &all[i];
    p->vx -= p->x * step;
    p->vy -= p->y * step;
    p->vz -= p->z * step;
    p->x += p->vx * step;
    p->y += p->vy * step;
    p->z += p->vz * step;
}

// An array that can't be kept in registers.
extern "C" __global__ void local_arrays(const u32 *in, u32 *out, u32 count)
{
    u32 i = thread(), bins[16] = {};
    for (u32 k = 0; k < 16; k++)
        bins[in[(i + k * 256) % count] >> 9 & 15]++;
    u32 most = 0;
    for (u32 k = 0; k < 16; k++)
        most = bins[k] > bins[most] ? k : most;
    out[i] = most;
}

extern "C" __global__ void doubles(const double *in, double *out, u32 count)
{
    u32 i = thread();
    if (i >= count)
        return;
    double x = in[i] * 1e-300 + 1.5, y = x;
    for (int k = 0; k < 16; k++)
        y = 0.5 * (y + x / y);
    out[i] = y;
}

extern "C" __global__ void stencil_3d(const float *in, float *out, u32 n)
{
    u32 x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x == 0 || y == 0 || x + 1 >= n || y + 1 >= n)
        return;
    for (u32 z = 1; z + 1 < n; z++) {
        u32 i = (z * n + y) * n + x;
        out[i] = 0.4f * in[i] + 0.1f * (in[i - 1] + in[i + 1] + in[i - n] + in[i + n] +
                                        in[i - n * n] + in[i + n * n]);
    }
}

// The same in double precision, in place of the plane before.
extern "C" __global__ void stencil_double(const double *in, double *out, u32 n)
{
    u32 x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x == 0 || y == 0 || x + 1 >= n || y + 1 >= n)
        return;
    u32 i = y * n + x;
    out[i] = 0.25 * (in[i - 1] + in[i + 1] + in[i - n] + in[i + n]);
}

// Edit distances, a row of the table after the other, a diagonal at a time.
extern "C" __global__ void diagonals(const u32 *a, const u32 *b, u32 *out)
{
    __shared__ u32 rows[3][129];
    u32 t = threadIdx.x, base = blockIdx.x * 128;
    rows[0][t] = rows[1][t] = rows[2][t] = t;
    u32 own = a[base + t] >> 9 & 3;
    for (u32 d = 0; d < 255; d++) {
        __syncthreads();
        u32 *now = rows[d % 3], *last = rows[(d + 2) % 3], *older = rows[(d + 1) % 3];
        if (t <= d && d - t < 128) {
            u32 cost = (b[base + d - t] >> 9 & 3) != own;
            u32 up = t ? last[t - 1] + 1 : d, left = last[t] + 1, both = t ? older[t - 1] + cost : d;
            now[t] = min(min(up, left), both);
        }
    }
    __syncthreads();
    out[base + t] = rows[254 % 3][t];
}

// Each lane goes its own way for as long as its number says.
extern "C" __global__ void collatz(u32 *out)
{
    u32 i = thread(), steps = 0;
    for (unsigned long long x = i + 1; x != 1 && steps < 200; steps++)
        x = x & 1 ? 3 * x + 1 : x / 2;
    out[i] = steps;
}

// Columns, rows apart: every lane's word lies in another page.
extern "C" __global__ void columns(const float *in, float *out, u32 n)
{
    u32 i = thread();
    float sum = 0;
    for (u32 k = 0; k < 64; k++)
        sum += in[i * n + k];
    out[i] = sum;
}

extern "C" __global__ void strided(const float *in, float *out, u32 count, u32 stride)
{
    u32 i = thread() * stride % count;
    out[i] = in[i] * 2.0f;
}

// All blocks wait for each other between steps.
extern "C" __global__ void whole_grid(float *a, float *b, u32 steps)
{
    cooperative_groups::grid_group grid = cooperative_groups::this_grid();
    u32 i = thread(), count = gridDim.x * blockDim.x;
    for (u32 k = 0; k < steps; k++) {
        float left = a[i ? i - 1 : 0], right = a[i + 1 < count ? i + 1 : i];
        b[i] = 0.5f * (left + right);
        grid.sync();
        float *other = a;
        a = b;
        b = other;
    }
}
