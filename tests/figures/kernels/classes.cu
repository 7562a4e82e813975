// One kind of instruction sixteen times, which no compiler may merge: what class Nsight Compute
// counts it in.
#define KERNEL(name, type) extern "C" __global__ void name(type *out, const type *in, int n)
#define I (blockIdx.x * blockDim.x + threadIdx.x)
#define FOUR(what) what what what what
#define CLASS(name, text)                                                                      \
    KERNEL(name, unsigned)                                                                     \
    {                                                                                          \
        unsigned x = in[I], y = n + in[I + 1];                                                 \
        FOUR(FOUR(asm volatile(text : "+r"(x) : "r"(y), "f"(1.5f), "l"(1ull * y), "d"(1.5));)) \
        out[I] = x;                                                                            \
    }

CLASS(class_none, "")
CLASS(class_and, "and.b32 %0, %0, %1;")
CLASS(class_shl, "shl.b32 %0, %0, %1;")
CLASS(class_shf, "shf.l.wrap.b32 %0, %0, %1, 3;")
CLASS(class_popc, "popc.b32 %0, %0;")
CLASS(class_clz, "clz.b32 %0, %0;")
CLASS(class_brev, "brev.b32 %0, %0;")
CLASS(class_prmt, "prmt.b32 %0, %0, %1, 0x1234;")
CLASS(class_bfe, "bfe.u32 %0, %0, %1, 5;")
CLASS(class_bfi, "bfi.b32 %0, %1, %0, 3, 5;")
CLASS(class_add, "add.u32 %0, %0, %1;")
CLASS(class_add64, "{.reg .u64 w; cvt.u64.u32 w, %0; add.u64 w, w, %3; cvt.u32.u64 %0, w;}")
CLASS(class_mad, "mad.lo.u32 %0, %0, %1, 7;")
CLASS(class_mulhi, "mul.hi.u32 %0, %0, %1;")
CLASS(class_min, "min.s32 %0, %0, %1;")
CLASS(class_abs, "abs.s32 %0, %0;")
CLASS(class_dp4a, "dp4a.u32.u32 %0, %0, %1, %0;")
CLASS(class_setp, "{.reg .pred p; setp.lt.u32 p, %0, %1; selp.u32 %0, %1, 3, p;}")
CLASS(class_float, "{.reg .f32 f; mov.b32 f, %0; add.f32 f, f, %2; mov.b32 %0, f;}")
CLASS(class_fmin, "{.reg .f32 f; mov.b32 f, %0; min.f32 f, f, %2; mov.b32 %0, f;}")
CLASS(class_fset,
      "{.reg .f32 f; .reg .pred p; mov.b32 f, %0; setp.lt.f32 p, f, %2; selp.u32 %0, %1, 3, p;}")
CLASS(class_ex2, "{.reg .f32 f; mov.b32 f, %0; ex2.approx.ftz.f32 f, f; mov.b32 %0, f;}")
CLASS(class_rcp, "{.reg .f32 f; mov.b32 f, %0; rcp.approx.ftz.f32 f, f; mov.b32 %0, f;}")
CLASS(class_f2i, "{.reg .f32 f; mov.b32 f, %0; cvt.rzi.s32.f32 %0, f;}")
CLASS(class_i2f, "{.reg .f32 f; cvt.rn.f32.s32 f, %0; mov.b32 %0, f;}")
CLASS(class_f2f, "{.reg .f32 f; .reg .f64 d; mov.b32 f, %0; cvt.f64.f32 d, f; add.f64 d, d, %4; "
                 "cvt.rn.f32.f64 f, d; mov.b32 %0, f;}")
CLASS(class_s8, "{.reg .s8 b; cvt.s8.s32 b, %0; cvt.s32.s8 %0, b;}")
CLASS(class_f16, "fma.rn.f16x2 %0, %0, %1, %1;")
CLASS(class_f16_add, "add.f16x2 %0, %0, %1;")
CLASS(class_shfl, "shfl.sync.bfly.b32 %0, %0, 1, 31, -1;")
CLASS(class_vote, "{.reg .pred p; setp.lt.u32 p, %0, %1; vote.sync.ballot.b32 %0, p, -1;}")
CLASS(class_match, "match.any.sync.b32 %0, %0, -1;")
CLASS(class_redux, "redux.sync.add.u32 %0, %0, -1;")
CLASS(class_barrier, "bar.sync 0;")
CLASS(class_warp_barrier, "bar.warp.sync -1;")
CLASS(class_fence, "membar.gl;")
CLASS(class_special, "mov.u32 %0, %%clock;")
CLASS(class_select, "{.reg .pred p; setp.lt.u32 p, %1, 7; slct.u32.s32 %0, %0, %1, %1;}")
