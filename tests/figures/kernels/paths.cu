// Ways that a warp's threads go: by lane, by warp, by block; loops of unequal length; votes and shuffles; local arrays.
#define KERNEL(name, type) extern "C" __global__ void name(type *__restrict__ out, const type *__restrict__ in, int n)
#define INDEX (blockIdx.x * blockDim.x + threadIdx.x)

__device__ __noinline__ float work(float v, int rounds) {
    for (int k = 0; k < rounds; k++)
        v = v * 1.01f + sinf(v);
    return v;
}
KERNEL(use_parity, float) {
    int i = INDEX;
    float v = in[i];
    if (threadIdx.x % 2 == 0)
        v = work(v, n);
    else
        v = work(v + 1, n + 1);
    out[i] = v;
}
KERNEL(use_by_warp, float) {
    int i = INDEX;
    float v = in[i];
    if (threadIdx.x / 32 % 2 == 0)
        v = work(v, n);
    else
        v = work(v, n * 2) * 3;
    out[i] = v;
}
KERNEL(use_by_block, float) {
    int i = INDEX;
    float v = in[i];
    if (blockIdx.x % 2)
        v = work(v, n);
    out[i] = v;
}
KERNEL(use_short_ways, float) {
    int i = INDEX;
    float v = in[i];
    if (threadIdx.x % 2 == 0)
        out[i] = v * 2;
    else
        out[i] = v - 5;
    if (v > 1.5f)
        out[i + 65536] = v;
}
KERNEL(use_switch, float) {
    int i = INDEX;
    float v = in[i];
    switch (threadIdx.x % n) {
    case 0: v = sqrtf(v); break;
    case 1: v = expf(v); break;
    case 2: v = logf(v); break;
    case 3: v = sinf(v); break;
    case 4: v = 1.0f / v; break;
    default: v = 0; break;
    }
    out[i] = v;
}
KERNEL(use_quadrants, float) {
    int i = INDEX, lane = threadIdx.x % 32;
    float v = in[i];
    if (lane < 8)
        v = work(v, 1);
    else if (lane < 16)
        v = work(v, 2);
    else if (lane < 24)
        v = work(v, 3);
    else
        v = work(v, n);
    out[i] = v;
}
KERNEL(pick_trips, int) {
    int i = INDEX, trips = in[i] % n, sum = 0;
    for (int k = 0; k < trips; k++)
        sum += in[(i + k * 32) & 0xffff];
    out[i] = sum;
}
KERNEL(use_trips_of_lane, float) {
    int i = INDEX;
    float v = in[i];
    for (int k = 0; k < threadIdx.x % n; k++)
        v = v * 0.5f + 1.0f;
    out[i] = v;
}
KERNEL(use_trips_pragma, float) {
    int i = INDEX;
    float v = in[i];
#pragma unroll 1
    for (int k = 0; k < threadIdx.x % n; k++)
        v += in[i + k];
    out[i] = v;
}
KERNEL(pick_while, int) {
    int i = INDEX, x = in[i] % n + 1, steps = 0;
    while (x != 1) {
        x = x % 2 ? 3 * x + 1 : x / 2;
        steps++;
    }
    out[i] = steps;
}
KERNEL(use_mandelbrot, int) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    float cr = -2.0f + 3.0f * x / 128, ci = -1.5f + 3.0f * y / 128, zr = 0, zi = 0;
    int k = 0;
    while (k < n && zr * zr + zi * zi < 4.0f) {
        float t = zr * zr - zi * zi + cr;
        zi = 2 * zr * zi + ci;
        zr = t;
        k++;
    }
    out[y * 128 + x] = k;
}
KERNEL(use_break, float) {
    int i = INDEX;
    float v = 0;
    for (int k = 0; k < n; k++) {
        float x = in[(i * 7 + k) & 0xffff];
        if (x > 1.9f)
            break;
        if (x < 1.1f)
            continue;
        v += x;
    }
    out[i] = v;
}
KERNEL(pick_search, int) {
    int i = INDEX, key = in[i] % n, low = 0, high = n;
    while (low < high) {
        int middle = (low + high) / 2;
        if (middle * 3 < key)
            low = middle + 1;
        else
            high = middle;
    }
    out[i] = low;
}
KERNEL(use_early_exit, float) {
    int i = INDEX;
    if (threadIdx.x % n)
        return;
    float v = in[i];
    for (int k = 0; k < 5; k++)
        v = v * v - 1;
    out[i] = v;
}
KERNEL(use_nested, float) {
    int i = INDEX, lane = threadIdx.x % 32;
    float v = in[i];
    if (lane < n) {
        if (lane % 2)
            v = work(v, 2);
        v += in[i + 32];
    } else {
        for (int k = 0; k < lane - n; k++)
            v += in[k];
    }
    out[i] = v;
}
KERNEL(use_ternary, float) {
    int i = INDEX;
    float v = in[i];
    out[i] = v > 1.5f ? v * 2 : threadIdx.x < n ? v + 1 : v - 1;
}
KERNEL(use_and_or, float) {
    int i = INDEX;
    if (threadIdx.x > 3 && in[i] > 1.2f && in[i + 1] < 1.9f || threadIdx.x == n)
        out[i] = in[i + 2];
}
KERNEL(pick_votes, int) {
    int i = INDEX;
    int v = in[i] % n;
    unsigned who = __ballot_sync(0xffffffff, v > n / 2);
    int all = __all_sync(0xffffffff, v >= 0), any = __any_sync(0xffffffff, v == 3);
    unsigned like = __match_any_sync(0xffffffff, v);
    out[i] = __popc(who) + all + 2 * any + __popc(like) + __reduce_add_sync(0xffffffff, v);
}
KERNEL(use_shuffles, float) {
    int i = INDEX, lane = threadIdx.x % 32;
    float v = in[i];
    v += __shfl_sync(0xffffffff, v, (lane + n) % 32);
    v += __shfl_up_sync(0xffffffff, v, 1, 8);
    v += __shfl_down_sync(0xffffffff, v, 4);
    v += __shfl_xor_sync(0xffffffff, v, 16);
    out[i] = v;
}
KERNEL(use_warp_scan, float) {
    int lane = threadIdx.x % 32;
    float v = in[INDEX];
    for (int d = 1; d < n; d *= 2) {
        float left = __shfl_up_sync(0xffffffff, v, d);
        if (lane >= d)
            v += left;
    }
    out[INDEX] = v;
}
KERNEL(use_local_array, float) {
    float own[16];
    int i = INDEX;
    for (int k = 0; k < 16; k++)
        own[k] = in[(i + k * 64) & 0xffff];
    float sum = 0;
    for (int k = 0; k < 16; k++)
        sum += own[(k * n + threadIdx.x) % 16];
    out[i] = sum;
}
KERNEL(use_local_fixed, float) {
    float own[8];
    for (int k = 0; k < 8; k++)
        own[k] = in[INDEX * 8 + k];
    for (int k = 0; k < 8; k++)
        out[INDEX * 8 + k] = own[7 - k] + n;
}
KERNEL(pick_local_sort, int) {
    int own[8];
    for (int k = 0; k < 8; k++)
        own[k] = in[INDEX + k * 256];
    for (int a = 0; a < n; a++)
        for (int b = 0; b < n - 1 - a; b++)
            if (own[b] > own[b + 1]) {
                int held = own[b];
                own[b] = own[b + 1];
                own[b + 1] = held;
            }
    for (int k = 0; k < 8; k++)
        out[INDEX + k * 256] = own[k];
}
extern "C" __global__ void pick_local_count(unsigned *out, const unsigned *in, int n) {
    unsigned char own[32] = {0};
    for (int k = 0; k < n; k++)
        own[in[INDEX + k * 32] % 32]++;
    for (int k = 0; k < 32; k++)
        out[INDEX * 32 + k] = own[k];
}
__constant__ float weights[64];
__constant__ int table[256] = {1, 2, 3};
KERNEL(use_constant, float) {
    float sum = 0;
    for (int k = 0; k < 16; k++)
        sum += weights[k] * in[INDEX + k];
    out[INDEX] = sum + n;
}
KERNEL(pick_constant, int) {
    out[INDEX] = table[in[INDEX] % n];
}
KERNEL(use_polynomial, float) {
    int i = INDEX;
    if (i < n) {
        float x = in[i];
        out[i] = x * (x * (x * 0.3f + 0.2f) + 0.1f) - 4.0f;
    }
}
KERNEL(use_loop_const, float) {
    int i = INDEX;
    float v = in[i];
    for (int k = 0; k < 100; k++)
        v = v * 1.5f + 0.5f;
    out[i] = v + n;
}
KERNEL(use_loop_uniform, float) {
    int i = INDEX;
    float v = in[i];
    for (int k = 0; k < n; k++)
        v = v * 1.5f + 0.5f;
    out[i] = v;
}
KERNEL(use_loop_loads, float) {
    int i = INDEX;
    float v = 0;
    for (int k = 0; k < n; k++)
        v += in[i + k * 256];
    out[i] = v;
}
KERNEL(use_loop_stores, float) {
    int i = INDEX;
    for (int k = 0; k < n; k++)
        out[i + k * 4096] = in[i] * k;
}
KERNEL(use_dot_rows, float) {
    int warp = INDEX / 32, lane = threadIdx.x % 32;
    float sum = 0;
    for (int k = lane; k < n; k += 32)
        sum += in[warp * n + k] * in[k];
    for (int d = 16; d; d >>= 1)
        sum += __shfl_down_sync(0xffffffff, sum, d);
    if (lane == 0)
        out[warp] = sum;
}
extern "C" __global__ void use_f64_math(double *out, const double *in, int n) {
    int i = INDEX;
    double x = in[i];
    out[i] = x * x + 2.0 * x + sqrt(x) / (1.0 + x) + n;
}
extern "C" __global__ void use_f32_math(float *out, const float *in, int n) {
    int i = INDEX;
    float x = in[i];
    out[i] = __fdividef(x, 3.0f) + sqrtf(x) + rsqrtf(x) + __expf(x) + fabsf(x) + fmaxf(x, 2.0f) / x + n;
}
extern "C" __global__ void pick_integer_math(int *out, const int *in, int n) {
    int i = INDEX, x = in[i];
    out[i] = x * 5 + x / n + x % 7 + (x << 3) + (x >> 2) + (x ^ 0x55) + min(x, 100) + __popc(x) + __clz(x) + abs(x - 5);
}
