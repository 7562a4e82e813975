// Vectors of which only parts are used, atomics by their spellings, looks at textures' levels: what the machine's compiler makes of them.
// n: what the launch says.
#define KERNEL(name, type) extern "C" __global__ void name(type *out, const type *in, int n)
#define I (blockIdx.x * blockDim.x + threadIdx.x)
#define SOME(m, v) (((m)&1 ? (v).x : 0) + ((m)&2 ? (v).y : 0) + ((m)&4 ? (v).z : 0) + ((m)&8 ? (v).w : 0))
#define LOAD4(way, v, from) asm volatile("ld." way ".v4.f32 {%0, %1, %2, %3}, [%4];" : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w) : "l"(from))
#define LOAD4_WEAK(way, v, from) asm("ld." way ".v4.f32 {%0, %1, %2, %3}, [%4];" : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w) : "l"(from))
#define GLOBAL(name, m)                       \
    KERNEL(name, float) {                     \
        float4 v;                             \
        LOAD4_WEAK("global", v, in + I * n);  \
        out[I] = SOME(m, v);                  \
    }
#define SHARED(name, m)                              \
    KERNEL(name, float) {                            \
        __shared__ float4 s[256];                    \
        s[threadIdx.x] = make_float4(I, n, 1, 2);    \
        __syncthreads();                             \
        float4 v = s[(threadIdx.x * n) & 255];       \
        out[I] = SOME(m, v);                         \
    }
GLOBAL(part_global_1, 1)
GLOBAL(part_global_2, 2)
GLOBAL(part_global_3, 3)
GLOBAL(part_global_4, 4)
GLOBAL(part_global_5, 5)
GLOBAL(part_global_6, 6)
GLOBAL(part_global_7, 7)
GLOBAL(part_global_8, 8)
GLOBAL(part_global_9, 9)
GLOBAL(part_global_10, 10)
GLOBAL(part_global_11, 11)
GLOBAL(part_global_12, 12)
GLOBAL(part_global_13, 13)
GLOBAL(part_global_14, 14)
SHARED(part_shared_1, 1)
SHARED(part_shared_2, 2)
SHARED(part_shared_3, 3)
SHARED(part_shared_4, 4)
SHARED(part_shared_5, 5)
SHARED(part_shared_6, 6)
SHARED(part_shared_7, 7)
SHARED(part_shared_8, 8)
SHARED(part_shared_9, 9)
SHARED(part_shared_10, 10)
SHARED(part_shared_11, 11)
SHARED(part_shared_12, 12)
SHARED(part_shared_13, 13)
SHARED(part_shared_14, 14)
KERNEL(part_volatile_asm, float) {
    float4 v;
    LOAD4("global", v, in + I * n);
    out[I] = v.y;
}
KERNEL(part_volatile, float) {
    float4 v;
    LOAD4("volatile.global", v, in + I * n);
    out[I] = v.y;
}
KERNEL(part_relaxed, float) {
    float4 v;
    LOAD4_WEAK("relaxed.gpu.global", v, in + I * n);
    out[I] = v.y;
}
KERNEL(part_nc, float) {
    float4 v;
    LOAD4_WEAK("global.nc", v, in + I * n);
    out[I] = v.y + v.w;
}
KERNEL(part_generic, float) {
    float4 v;
    asm("ld.v4.f32 {%0, %1, %2, %3}, [%4];" : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w) : "l"(in + I * n));
    out[I] = v.y;
}
KERNEL(part_double, double) {
    double a, b;
    asm("ld.global.v2.f64 {%0, %1}, [%2];" : "=d"(a), "=d"(b) : "l"(in + I * n));
    out[I] = b;
}
KERNEL(part_two, float) {
    float a, b;
    asm("ld.global.v2.f32 {%0, %1}, [%2];" : "=f"(a), "=f"(b) : "l"(in + I * n));
    out[I] = b;
}
KERNEL(part_shorts, unsigned short) {
    unsigned short a, b, c, d;
    asm("ld.global.v4.u16 {%0, %1, %2, %3}, [%4];" : "=h"(a), "=h"(b), "=h"(c), "=h"(d) : "l"(in + I * n));
    out[I] = c;
}
KERNEL(part_shorts_two, unsigned short) {
    unsigned short a, b, c, d;
    asm("ld.global.v4.u16 {%0, %1, %2, %3}, [%4];" : "=h"(a), "=h"(b), "=h"(c), "=h"(d) : "l"(in + I * n));
    out[I] = b + c;
}
KERNEL(part_bytes, unsigned char) {
    unsigned a, b, c, d;
    asm("ld.global.v4.u8 {%0, %1, %2, %3}, [%4];" : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "l"(in + I * n));
    out[I] = b;
}
KERNEL(part_local, float) {
    float4 t[4];
    for (int k = 0; k < 4; k++)
        t[(k + n) & 3] = make_float4(k, n, I, in[k]);
    float4 v = t[I & 3];
    out[I] = v.y + v.z;
}
// Atomics.
#define SPELLED(name, words) \
    KERNEL(name, unsigned) { asm volatile("{ .reg .b32 %%old; " words " }" ::"l"(out + I * n), "r"(in[I]) : "memory"); }
SPELLED(spell_atom_f16x2, "atom.add.noftz.f16x2 %%old, [%0], %1;")
SPELLED(spell_atom_global_f16x2, "atom.global.add.noftz.f16x2 %%old, [%0], %1;")
SPELLED(spell_red_f16x2, "red.add.noftz.f16x2 [%0], %1;")
SPELLED(spell_red_global_f16x2, "red.global.add.noftz.f16x2 [%0], %1;")
SPELLED(spell_atom_u32, "atom.add.u32 %%old, [%0], %1;")
SPELLED(spell_red_u32, "red.add.u32 [%0], %1;")
SPELLED(spell_atom_max, "atom.max.s32 %%old, [%0], %1;")
SPELLED(spell_atom_f32, "atom.add.f32 %%old, [%0], %1;")
SPELLED(spell_atom_release, "atom.release.gpu.global.add.u32 %%old, [%0], %1;")
SPELLED(spell_atom_acquire, "atom.acquire.gpu.global.add.u32 %%old, [%0], %1;")
SPELLED(spell_atom_acq_rel, "atom.acq_rel.gpu.global.add.u32 %%old, [%0], %1;")
SPELLED(spell_red_release, "red.release.gpu.global.add.u32 [%0], %1;")
SPELLED(spell_atom_cas, "atom.cas.b32 %%old, [%0], 0, %1;")
SPELLED(spell_atom_exch, "atom.exch.b32 %%old, [%0], %1;")
KERNEL(spell_used_generic, unsigned) {
    unsigned old;
    asm volatile("atom.add.u32 %0, [%1], %2;" : "=r"(old) : "l"(out + I * n), "r"(1) : "memory");
    out[8192 + I] = old;
}
KERNEL(spell_shared_generic, unsigned) {
    __shared__ unsigned s[256];
    s[threadIdx.x] = 0;
    __syncthreads();
    asm volatile("{ .reg .b32 %%old; atom.add.u32 %%old, [%0], %1; }" ::"l"(s + (threadIdx.x * n & 255)), "r"(1) : "memory");
    __syncthreads();
    out[I] = s[threadIdx.x];
}
// In functions that are not inlined.
__device__ __noinline__ float of_function(const float *p, int k) {
    return p[k] + p[k + 1];
}
__device__ __noinline__ void to_function(float *p, float v) {
    *p = v;
}
KERNEL(part_function, float) {
    if (threadIdx.x % 64 < 40)
        to_function(out + I, of_function(in, I * n));
}
__device__ __noinline__ float global_function(const float *p, int k) {
    float v;
    asm volatile("ld.global.f32 %0, [%1];" : "=f"(v) : "l"(p + k));
    return v;
}
KERNEL(part_function_global, float) {
    out[I] = global_function(in, I * n);
}
// Arrays that stay in registers.
#define TABLE(name, count, looks)                             \
    KERNEL(name, float) {                                     \
        float t[count], sum = 0;                              \
        for (int k = 0; k < count; k++)                       \
            t[k] = in[I + k * 32];                            \
        for (int k = 0; k < looks; k++)                       \
            sum += t[(__float_as_uint(in[I]) >> k) % count];  \
        out[I] = sum + n;                                     \
    }
TABLE(table_4_1, 4, 1)
TABLE(table_8_2, 8, 2)
TABLE(table_16_1, 16, 1)
TABLE(table_32_2, 32, 2)
