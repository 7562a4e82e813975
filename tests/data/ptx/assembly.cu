/* Inline assembly: scopes, labels, vectors, predicates. */
__device__ unsigned lane() { unsigned r; asm("mov.u32 %0, %%laneid;" : "=r"(r)); return r; }
extern "C" __global__ void assembly(unsigned *u, unsigned long long *l, float *f, short *h)
{
    unsigned a = u[0], b = u[1], r, r2;
    asm volatile("{\n\t.reg .pred p, q;\n\t.reg .u32 t<3>;\n\tsetp.lt.u32 p|q, %1, %2;\n\t@p add.u32 t0, %1, 1;\n\t@!p sub.u32 t0, %2, 1;\n\t"
                 "and.pred q, p, !q;\n\tselp.u32 t1, t0, %1, q;\n\tmov.u32 %0, t1;\n\t}" : "=r"(r) : "r"(a), "r"(b));
    for (int i = 0; i < 2; i++)
        asm volatile("{ .reg .pred done;\nAGAIN: add.u32 %0, %0, 3;\nsetp.gt.u32 done, %0, 100;\n@done bra.uni OUT;\nbra AGAIN;\nOUT: }" : "+r"(r));
    asm("mov.b64 {%0, %1}, %2;" : "=r"(r2), "=r"(a) : "l"(l[0]));
    asm("mov.b64 %0, {%1, %2};" : "=l"(l[1]) : "r"(a), "r"(b));
    asm("lop3.b32 %0, %1, %2, %3, 0x96;" : "=r"(u[2]) : "r"(a), "r"(b), "r"(r));
    asm("prmt.b32 %0, %1, %2, 0x3210;" : "=r"(u[3]) : "r"(a), "r"(b));
    asm("bfi.b32 %0, %1, %2, 4, (1 << 3) + 0x2U;" : "=r"(u[4]) : "r"(a), "r"(b));
    asm("add.cc.u32 %0, %2, %3; addc.u32 %1, %2, 0;" : "=r"(u[5]), "=r"(u[6]) : "r"(a), "r"(b));
    asm("mad.lo.cc.u32 %0, %2, %3, %2; madc.hi.u32 %1, %2, %3, 0;" : "=r"(u[7]), "=r"(u[8]) : "r"(a), "r"(b));
    asm volatile("ld.global.v2.u32 {%0, %1}, [%2+8];" : "=r"(r), "=r"(r2) : "l"(u) : "memory");
    asm volatile("st.global.cg.v4.u32 [%0 + -16], {%1, %2, %1, %2};" :: "l"(u + 64), "r"(r), "r"(r2) : "memory");
    asm volatile("{ .reg .v2 .f32 v; ld.global.v2.f32 v, [%1]; add.f32 %0, v.x, v.y; }" : "=f"(f[2]) : "l"(f));
    asm volatile("ld.volatile.global.u32 %0, [%1]; red.relaxed.gpu.global.add.u32 [%1], 1;" : "=r"(u[9]) : "l"(u));
    asm("cvt.rn.f16.f32 %0, %1;" : "=h"(h[0]) : "f"(f[0]));
    asm("fma.rn.ftz.f32 %0, %1, 0f3F800000, %1;" : "=f"(f[1]) : "f"(f[0]));
    asm volatile("bar.sync 1, 64; bar.arrive 2, 96; membar.gl; fence.acq_rel.gpu;" ::: "memory");
    asm volatile("{ .reg .b32 x; .local .align 8 .b8 buffer[16]; st.local.u32 [buffer+4], %0; ld.local.u32 x, [buffer+4]; st.global.u32 [%1], x; }" :: "r"(a), "l"(u));
    asm("vadd.u32.u32.u32.sat %0, %1.b0, %2.h1; /* a comment */" : "=r"(u[10]) : "r"(a), "r"(b));
    asm("vadd4.u32.u32.u32 %0, %1, %2, %2;" : "=r"(u[11]) : "r"(a), "r"(b));
    asm volatile("{ .reg .u64 t; mov.u64 t, %%globaltimer; st.global.u64 [%0], t; }" :: "l"(l));
    asm volatile("{ .reg .b32 i; mov.u32 i, %0; ts: .branchtargets L0, L1; and.b32 i, i, WARP_SZ - 31; brx.idx i, ts; L0: add.u32 i, i, 1; L1: st.global.u32 [%1], i; }" :: "r"(a), "l"(u));
    u[12] = lane();
}
