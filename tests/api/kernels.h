/* The PTX that the programs in this folder load. */
#ifndef CULAB_TESTS_API_KERNELS_H
#define CULAB_TESTS_API_KERNELS_H

/* Parameters as of a C compiler: `scale(float *data, unsigned n, float factor)` and so on. */
static const char kernels_ptx[] =
    ".version 6.0\n"
    ".target sm_52\n"
    ".address_size 64\n"
    ".visible .global .align 4 .u32 counter = 7;\n"
    ".visible .const .align 4 .b8 table[16] = {1, 2, 3, 4};\n"
    ".extern .func __assertfail (.param .b64 a, .param .b64 b, .param .b32 c, .param .b64 d,"
    " .param .b64 e);\n"
    ".global .align 1 .b8 message[3] = {110, 111, 0};\n"
    ".visible .entry scale(.param .u64 data, .param .u32 n, .param .f32 factor)\n"
    "{\n"
    "  .reg .pred %p;\n  .reg .b32 %r<6>;\n  .reg .f32 %f<4>;\n  .reg .b64 %d<5>;\n"
    "  ld.param.u64 %d1, [data];\n  ld.param.u32 %r1, [n];\n  ld.param.f32 %f1, [factor];\n"
    "  mov.u32 %r2, %ctaid.x;\n  mov.u32 %r3, %ntid.x;\n  mov.u32 %r4, %tid.x;\n"
    "  mad.lo.s32 %r5, %r2, %r3, %r4;\n  setp.ge.u32 %p, %r5, %r1;\n  @%p bra DONE;\n"
    "  cvta.to.global.u64 %d2, %d1;\n  mul.wide.u32 %d3, %r5, 4;\n  add.s64 %d4, %d2, %d3;\n"
    "  ld.global.f32 %f2, [%d4];\n  mul.f32 %f3, %f2, %f1;\n  st.global.f32 [%d4], %f3;\n"
    "DONE:\n  ret;\n}\n"
    ".visible .entry nothing()\n{\n  ret;\n}\n"
    ".visible .entry store(.param .u64 address, .param .u32 value)\n"
    "{\n  .reg .b64 %d;\n  .reg .b32 %r;\n"
    "  ld.param.u64 %d, [address];\n  ld.param.u32 %r, [value];\n  st.global.u32 [%d], %r;\n"
    "  ret;\n}\n"
    ".visible .entry trapping()\n{\n  trap;\n}\n"
    ".visible .entry asserting()\n"
    "{\n  .reg .b64 %d<3>;\n"
    "  mov.u64 %d1, message;\n  cvta.global.u64 %d2, %d1;\n"
    "  {\n  .param .b64 a;\n  .param .b64 b;\n  .param .b32 c;\n  .param .b64 d;\n  .param .b64 "
    "e;\n"
    "  st.param.b64 [a], %d2;\n  st.param.b64 [b], %d2;\n  st.param.b32 [c], 12;\n"
    "  st.param.b64 [d], %d2;\n  st.param.b64 [e], 1;\n"
    "  call.uni __assertfail, (a, b, c, d, e);\n  }\n  ret;\n}\n"
    ".visible .entry static_shared(.param .u64 out)\n"
    "{\n  .shared .align 4 .b8 room[40960];\n  .reg .b32 %r<3>;\n  .reg .b64 %d;\n"
    "  mov.u32 %r1, room;\n  st.shared.u32 [%r1], 5;\n  ld.shared.u32 %r2, [%r1];\n"
    "  ld.param.u64 %d, [out];\n  st.global.u32 [%d], %r2;\n  ret;\n}\n"
    ".visible .entry narrow()\n.maxntid 64, 1, 1\n{\n  ret;\n}\n";

#endif
