// Atomics, branches, loops, local memory once more, by kernels written to grade the figures.
// in: numbers between 1 and 2, whose low bits are drawn; n: what the launch says.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#define KERNEL(name, type) extern "C" __global__ void name(type *out, const type *in, int n)
#define I (blockIdx.x * blockDim.x + threadIdx.x)
typedef unsigned long long u64;

KERNEL(fresh_bins_global, unsigned) {
    for (int i = I; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&out[in[i] & 127], 1u);
}
KERNEL(fresh_bins_skewed, unsigned) { // most values fall into few bins
    if (I < n) {
        unsigned v = in[I] & 0xffff, k = v < 50000 ? 0 : v < 60000 ? 1 : v & 63;
        atomicAdd(out + k, 1);
    }
}
KERNEL(fresh_bins_shared, unsigned) {
    __shared__ unsigned bins[64];
    if (threadIdx.x < 64)
        bins[threadIdx.x] = 0;
    __syncthreads();
    for (int i = I; i < n; i += gridDim.x * blockDim.x) {
        unsigned v = in[i] & 0xff;
        atomicAdd(&bins[v < 200 ? 3 : v & 63], 1);
    }
    __syncthreads();
    if (threadIdx.x < 64 && bins[threadIdx.x])
        atomicAdd(&out[threadIdx.x], bins[threadIdx.x]);
}
KERNEL(fresh_bins_copies, unsigned) { // a copy for each warp, odd pitch
    __shared__ unsigned bins[8][33];
    for (int k = threadIdx.x; k < 8 * 33; k += blockDim.x)
        bins[k / 33][k % 33] = 0;
    __syncthreads();
    atomicAdd(&bins[threadIdx.x / 32][in[I] & (n - 1)], 1);
    __syncthreads();
    if (threadIdx.x < 32) {
        unsigned sum = 0;
        for (int w = 0; w < 8; w++)
            sum += bins[w][threadIdx.x];
        atomicAdd(out + threadIdx.x, sum);
    }
}
KERNEL(fresh_atomics_int, int) {
    int i = in[I] & (n - 1);
    atomicSub(out + i, 2);
    atomicMin(out + n + i, (int)threadIdx.x);
    atomicMax(out + 2 * n + i, (int)I);
    atomicAnd(out + 3 * n + i, ~(1 << (I & 31)));
    atomicXor(out + 4 * n + i, 1 << (I & 31));
}
KERNEL(fresh_atomics_uint, unsigned) {
    unsigned i = in[I] & (n - 1);
    atomicInc(out + i, 100);
    atomicDec(out + n + i, 100);
    out[4 * n + I] = atomicOr(out + 2 * n + i, 1u << (I & 31)) + atomicExch(out + 3 * n + i, I);
}
KERNEL(fresh_atomics_u64, u64) {
    unsigned i = (unsigned)in[I] & (n - 1);
    atomicAdd(out + i, 3ull);
    atomicMax(out + n + i, (u64)I);
    out[4 * n + I] = atomicMin(out + 2 * n + i, (u64)I) + atomicCAS(out + 3 * n + i, 0ull, (u64)I);
}
KERNEL(fresh_atomics_float, float) {
    unsigned i = __float_as_uint(in[I]) & (n - 1);
    atomicAdd(out + i, 1.5f);
    out[2 * n + I] = atomicExch(out + n + i, 2.0f) + atomicAdd(out + n + I, 1.0f);
}
KERNEL(fresh_atomics_double, double) {
    atomicAdd(out + (I * n) % 1024, in[I]);
}
KERNEL(fresh_atomics_half2, __half2) {
    atomicAdd(out + I / n, in[I]);
}
KERNEL(fresh_atomics_bf162, __nv_bfloat162) {
    atomicAdd(out + I * n % 512, in[I]);
}
KERNEL(fresh_atomics_half, __half) {
    atomicAdd(out + I / n, in[I]);
}
KERNEL(fresh_atomics_float2, float2) {
    atomicAdd(out + I / n, in[I]);
}
KERNEL(fresh_atomics_float4, float4) {
    atomicAdd(out + I * n % 512, in[I]);
}
KERNEL(fresh_atomics_scopes, int) {
    int i = I % n;
    atomicAdd_block(out + i, 1);
    atomicAdd_system(out + n + i, 1);
    atomicMax_block(out + 2 * n + i, i);
    atomicCAS_system(out + 3 * n + i, 0, 1);
}
KERNEL(fresh_atomics_short, unsigned short) {
    out[n + I] = atomicCAS(out + I % n, (unsigned short)0, (unsigned short)1);
}
KERNEL(fresh_one_counter, int) {
    if (in[I] & 1)
        atomicAdd(out, 1);
}
KERNEL(fresh_one_ticket, unsigned) {
    unsigned ticket = atomicAdd(out, 1u);
    if (ticket < 0x7fffffff)
        out[32 + I] = n;
}
KERNEL(fresh_own_counter, int) {
    atomicAdd(&out[I * n], 1);
}
KERNEL(fresh_shared_atomics, int) {
    __shared__ int s[256];
    s[threadIdx.x] = 0;
    __syncthreads();
    atomicMax(&s[(threadIdx.x * n) % 256], (int)threadIdx.x);
    atomicXor(&s[in[I] & 31], 5);
    __syncthreads();
    out[I] = s[threadIdx.x] + atomicSub(&s[threadIdx.x / n], 1);
}
KERNEL(fresh_arrivals, unsigned) {
    __shared__ unsigned count, last;
    if (threadIdx.x == 0)
        count = 0;
    __syncthreads();
    unsigned before = atomicAdd(&count, in[I] & 1);
    if (before + 1 == (unsigned)n)
        last = threadIdx.x;
    __syncthreads();
    out[I] = count;
}
KERNEL(fresh_if_lane, float) {
    float v = in[I];
    if (threadIdx.x % n == 0)
        out[I] = sqrtf(v) * 3;
    else
        out[I] = v * v;
}
KERNEL(fresh_if_warp, float) {
    float v = in[I];
    if ((threadIdx.x >> 5) % n == 0)
        out[I] = expf(v) + in[I + 1];
    else
        out[I] = logf(v) - in[I + 2];
}
KERNEL(fresh_if_data, float) {
    float v = in[I];
    if (__float_as_uint(v) % n)
        out[I] = in[I + 64] + v;
    else
        out[I + 8192] = in[I + 128] * v;
}
KERNEL(fresh_cases, int) {
    int v = in[I];
    switch (v % n & 7) {
    case 0: out[I] = v; break;
    case 1: out[I + 4096] = v * 3; break;
    case 2: out[I] = in[I + v % 64]; break;
    case 3: out[I] = v / 7; break;
    case 4: atomicAdd(out, v); break;
    case 5: out[I] = __popc(v); break;
    default: out[2 * I] = v; break;
    }
}
KERNEL(fresh_collatz, unsigned) {
    unsigned v = I + 1, steps = 0;
    while (v != 1 && steps < (unsigned)n) {
        v = v & 1 ? 3 * v + 1 : v / 2;
        steps++;
    }
    out[I] = steps;
}
KERNEL(fresh_newton, float) {
    float x = in[I], r = 1;
    int k = 0;
    do {
        r = 0.5f * (r + x / r);
    } while (fabsf(r * r - x) > 1e-5f && ++k < n);
    out[I] = r;
}
KERNEL(fresh_triangle, float) {
    float s = 0;
    for (int k = 0; k <= threadIdx.x % n; k++)
        s += in[k * 32];
    out[I] = s;
}
KERNEL(fresh_break_continue, float) {
    float s = 0;
    for (int k = 0; k < n; k++) {
        unsigned bits = __float_as_uint(in[I + k * 512]);
        if (bits & 1)
            continue;
        if ((bits & 0xff) == 2)
            break;
        s += in[k];
    }
    out[I] = s;
}
KERNEL(fresh_return_early, float) {
    if (I >= n)
        return;
    if (in[I] > 1.5f)
        return;
    out[I] = in[I + 1];
}
KERNEL(fresh_short_circuit, float) {
    if (I > 3 && in[I - 3] > 1.2f && in[I - 2] > 1.4f || in[I + n] > 1.9f)
        out[I] = 1;
}
KERNEL(fresh_binary_search, float) {
    int low = 0, high = n;
    while (low < high) {
        int middle = (low + high) / 2;
        if (in[middle] < (I & 1 ? 1.3f : 1.7f))
            low = middle + 1;
        else
            high = middle;
    }
    out[I] = low;
}
KERNEL(fresh_local_table, float) {
    float t[16];
    for (int k = 0; k < 16; k++)
        t[k] = in[I + k * 32];
    out[I] = t[n & 15] + t[__float_as_uint(in[I]) & 15];
}
KERNEL(fresh_local_stack, int) {
    int stack[12], top = 0, sum = 0;
    stack[top++] = in[I] & 7;
    while (top > 0) {
        int v = stack[--top];
        sum += v;
        if (v > 1 && top < 10) {
            stack[top++] = v / 2;
            stack[top++] = v / 3;
        }
    }
    out[I] = sum + n;
}
KERNEL(fresh_local_bytes, unsigned char) {
    unsigned char seen[32];
    for (int k = 0; k < 32; k++)
        seen[k] = 0;
    for (int k = 0; k < n; k++)
        seen[in[I + k] & 31]++;
    out[I] = seen[threadIdx.x & 31];
}
KERNEL(fresh_local_struct, double) {
    struct { double a; int b; } s[6];
    for (int k = 0; k < 6; k++) {
        s[k].a = in[I + k];
        s[k].b = k * n;
    }
    out[I] = s[(I + n) % 6].a * s[I % 6].b;
}
__device__ __noinline__ int ackermann_like(int m, int k) {
    return m == 0 ? k + 1 : ackermann_like(m - 1, k + m);
}
KERNEL(fresh_recursive, int) {
    out[I] = ackermann_like((threadIdx.x % n) + 1, n);
}
KERNEL(fresh_virtual_like, float) {
    float (*f)(float) = threadIdx.x & n ? (float (*)(float))sqrtf : (float (*)(float))fabsf;
    out[I] = f(in[I]);
}
KERNEL(fresh_partial, int) {
    int lane = threadIdx.x + threadIdx.y * blockDim.x;
    int i = blockIdx.x * blockDim.x * blockDim.y + lane;
    if (__ballot_sync(__activemask(), in[i] & 1) > (unsigned)n)
        out[i] = in[i];
}
KERNEL(fresh_ray_steps, float) {
    float x = (I % 64) * 0.1f, y = (I / 64) * 0.1f, t = 0;
    for (int k = 0; k < n; k++) {
        float d = sqrtf((x + t) * (x + t) + y * y) - 3;
        if (d < 0.01f)
            break;
        t += d * 0.5f;
    }
    out[I] = t;
}
KERNEL(fresh_bubble, int) {
    __shared__ int s[64];
    s[threadIdx.x] = in[I];
    __syncthreads();
    for (int k = 0; k < n; k++) {
        int i = 2 * threadIdx.x + (k & 1);
        if (i + 1 < 64 && s[i] > s[i + 1]) {
            int v = s[i];
            s[i] = s[i + 1];
            s[i + 1] = v;
        }
        __syncthreads();
    }
    out[I] = s[threadIdx.x];
}
