// One access of one warp at any addresses: byte offsets for each lane, below zero for one that
// stays out. What a kernel does besides is of another kind of memory or operation, so that the
// access's figures stand alone.
typedef unsigned long long Wide;
#define KERNEL(name) extern "C" __global__ void name(char *memory, const int *at, int *spare)

#define SHARED(name, type, act)                                \
    KERNEL(name)                                               \
    {                                                          \
        extern __shared__ int4 room[];                         \
        int where = at[threadIdx.x];                           \
        int more __attribute__((unused)) = spare[threadIdx.x]; \
        type *p = (type *)((char *)room + where);              \
        if (where >= 0) {                                      \
            act;                                               \
        }                                                      \
    }
#define GLOBAL(name, type, act)                                \
    KERNEL(name)                                               \
    {                                                          \
        int where = at[threadIdx.x];                           \
        int more __attribute__((unused)) = spare[threadIdx.x]; \
        type *p = (type *)(memory + where);                    \
        if (where >= 0) {                                      \
            act;                                               \
        }                                                      \
    }
#define KEEP(type) ((type *)(spare + 32))[threadIdx.x]

SHARED(lds1, volatile char, KEEP(char) = *p)
SHARED(lds2, volatile short, KEEP(short) = *p)
SHARED(lds4, volatile int, KEEP(int) = *p)
SHARED(lds8, Wide,
       asm volatile("ld.shared.b64 %0, [%1];"
                    : "=l"(KEEP(Wide))
                    : "r"((unsigned)__cvta_generic_to_shared(p))))
SHARED(lds16, int4, int4 v; asm volatile("ld.shared.v4.b32 {%0, %1, %2, %3}, [%4];"
                                         : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w)
                                         : "r"((unsigned)__cvta_generic_to_shared(p)));
       KEEP(int4) = v)
SHARED(sts1, volatile char, *p = more)
SHARED(sts2, volatile short, *p = more)
SHARED(sts4, volatile int, *p = more)
SHARED(sts8, volatile Wide, *p = more)
SHARED(sts16, int4,
       asm volatile(
           "st.shared.v4.b32 [%0], {%1, %1, %1, %1};" ::"r"((unsigned)__cvta_generic_to_shared(p)),
           "r"(more)))
SHARED(atoms_add, int, atomicAdd(p, more))
SHARED(atoms_add_used, int, KEEP(int) = atomicAdd(p, more))
SHARED(atoms_inc, int, atomicAdd(p, 1))
SHARED(atoms_min, int, atomicMin(p, more))
SHARED(atoms_and, int, atomicAnd(p, more))
SHARED(atoms_exch, int, atomicExch(p, more))
SHARED(atoms_cas, int, KEEP(int) = atomicCAS(p, more, more + 1))
SHARED(atoms_exch8, Wide, atomicExch(p, (Wide)more))
SHARED(atoms_cas8, Wide, KEEP(Wide) = atomicCAS(p, (Wide)more, (Wide)more + 1))
SHARED(atoms_add_f32, float, atomicAdd(p, more + 1.0f))
SHARED(atoms_add_f64, double, atomicAdd(p, more + 1.0))
SHARED(atoms_add8, Wide, atomicAdd(p, (Wide)more + 1))
SHARED(atoms_add_f16x2, int,
       asm volatile(
           "red.shared.add.noftz.f16x2 [%0], %1;" ::"r"((unsigned)__cvta_generic_to_shared(p)),
           "r"(more + 0x3c003c00)))
SHARED(atoms_cas2, unsigned short,
       KEEP(short) = atomicCAS(p, (unsigned short)more, (unsigned short)1))

GLOBAL(ldg1, volatile char, KEEP(char) = *p)
GLOBAL(ldg4, volatile int, KEEP(int) = *p)
GLOBAL(ldg8, volatile Wide, KEEP(Wide) = *p)
GLOBAL(ldg16, int4, int4 v; asm volatile("ld.global.v4.b32 {%0, %1, %2, %3}, [%4];"
                                         : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w)
                                         : "l"(p));
       KEEP(int4) = v)
GLOBAL(stg1, volatile char, *p = more)
GLOBAL(stg4, volatile int, *p = more)
GLOBAL(stg8, volatile Wide, *p = more)
GLOBAL(stg16, int4, asm volatile("st.global.v4.b32 [%0], {%1, %1, %1, %1};" ::"l"(p), "r"(more)))
GLOBAL(red_add, int, atomicAdd(p, more))
GLOBAL(red_min, int, atomicMin(p, more))
GLOBAL(red_add8, Wide, atomicAdd(p, (Wide)more))
GLOBAL(red_add_f32, float, atomicAdd(p, (float)more))
GLOBAL(red_add_f64, double, atomicAdd(p, (double)more))
GLOBAL(red_add_f16x2, int,
       asm volatile("red.global.add.noftz.f16x2 [%0], %1;" ::"l"(p), "r"(more + 0x3c003c00)))
GLOBAL(red_add_bf16x2, int,
       asm volatile("red.global.add.noftz.bf16x2 [%0], %1;" ::"l"(p), "r"(more + 0x3f803f80)))
GLOBAL(atom_add, int, KEEP(int) = atomicAdd(p, more))
GLOBAL(atom_add_f32, float, KEEP(float) = atomicAdd(p, (float)more))
GLOBAL(atom_exch, int, KEEP(int) = atomicExch(p, more))
GLOBAL(atom_cas, int, KEEP(int) = atomicCAS(p, more, more + 1))
GLOBAL(atom_add8, Wide, KEEP(Wide) = atomicAdd(p, (Wide)more))
GLOBAL(atom_cas8, Wide, KEEP(Wide) = atomicCAS(p, (Wide)more, (Wide)more + 1))
GLOBAL(atom_cas2, unsigned short,
       KEEP(short) = atomicCAS(p, (unsigned short)more, (unsigned short)1))
#if __CUDA_ARCH__ >= 900
GLOBAL(red_add_v4_f32, float4, atomicAdd(p, make_float4(more, more, more, more)))
GLOBAL(red_add_v2_f32, float2, atomicAdd(p, make_float2(more, more)))
#endif
