/* Neighbours in shared memory that become one instruction: as seen in machine code. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "observe/shared_vector.h"
#include "ptx/parse.h"

/* The shared accesses of a body in their order: bytes of a vector that begins, '-' for one that is
 * joined, '.' for one that stays. %r0 is the thread's number, `s` lies at 0, `t` at 12. */
static const struct {
    const char *body, *parts;
} rows[] = {
    {"shl.b32 %r1, %r0, 4; mov.u32 %r2, s; add.s32 %r3, %r2, %r1; ld.shared.f32 %f0, [%r3]; "
     "ld.shared.f32 %f1, [%r3+4]; ld.shared.f32 %f2, [%r3+8]; ld.shared.f32 %f3, [%r3+12];",
     "16 - - -"},
    {"mul.lo.s32 %r1, %r0, 16; mov.u32 %r2, s; add.s32 %r3, %r2, %r1; ld.shared.f32 %f0, [%r3+8]; "
     "ld.shared.f32 %f1, [%r3]; ld.shared.f32 %f2, [%r3+4];",
     "16 - -"},
    {"mad.lo.s32 %r3, %r0, 8, 64; ld.shared.f32 %f0, [%r3]; ld.shared.f32 %f1, [%r3+4];", "8 -"},
    {"shl.b32 %r3, %r0, 2; ld.shared.f32 %f0, [%r3]; ld.shared.f32 %f1, [%r3+4];", ". ."},
    {"shl.b32 %r3, %r0, 4; ld.shared.f32 %f0, [%r3+4]; ld.shared.f32 %f1, [%r3+8];", ". ."},
    {"shl.b32 %r3, %r0, 4; ld.shared.f32 %f0, [%r3+8]; ld.shared.f32 %f1, [%r3+12];", "8 -"},
    {"shl.b32 %r1, %r0, 4; mov.u32 %r2, t; add.s32 %r3, %r2, %r1; ld.shared.f32 %f0, [%r3]; "
     "ld.shared.f32 %f1, [%r3+4];",
     ". ."},
    {"shl.b32 %r3, %r0, 4; ld.shared.f64 %d0, [%r3]; ld.shared.f64 %d1, [%r3+8];", "16 -"},
    {"shl.b32 %r3, %r0, 4; ld.shared.u8 %r1, [%r3]; ld.shared.u8 %r2, [%r3+1];", ". ."},
    {"shl.b32 %r3, %r0, 4; ld.volatile.shared.f32 %f0, [%r3]; ld.volatile.shared.f32 %f1, [%r3+4];",
     ". ."},
    {"ld.shared.f32 %f0, [s+16]; ld.shared.f32 %f1, [s+20]; ld.shared.f32 %f2, [s+24];", "16 - -"},
    /* stores need all of it */
    {"shl.b32 %r3, %r0, 4; st.shared.f32 [%r3], %f0; st.shared.f32 [%r3+4], %f0; "
     "st.shared.f32 [%r3+8], %f0;",
     "8 - ."},
    {"shl.b32 %r3, %r0, 4; st.shared.f32 [%r3], %f0; st.shared.f32 [%r3+4], %f0; "
     "st.shared.f32 [%r3+8], %f0; st.shared.f32 [%r3+12], %f0;",
     "16 - - -"},
    /* what stands between */
    {"shl.b32 %r3, %r0, 4; ld.shared.f32 %f0, [%r3]; st.global.f32 [%a0], %f0; "
     "ld.shared.f32 %f1, [%r3+4];",
     "8 -"},
    {"shl.b32 %r3, %r0, 4; ld.shared.f32 %f0, [%r3]; bar.sync 0; ld.shared.f32 %f1, [%r3+4];",
     ". ."},
    {"shl.b32 %r3, %r0, 4; ld.shared.f32 %f0, [%r3]; st.shared.f32 [%r0], %f0; "
     "ld.shared.f32 %f1, [%r3+4];",
     ". . ."},
    {"shl.b32 %r3, %r0, 4; ld.shared.f32 %f0, [%r3]; L: ld.shared.f32 %f1, [%r3+4]; @%p0 bra L;",
     ". ."},
    {"shl.b32 %r3, %r0, 4; ld.shared.f32 %f0, [%r3]; add.s32 %r3, %r3, 8; "
     "ld.shared.f32 %f1, [%r3+4];",
     ". ."},
    /* a pointer that a loop moves on */
    {"mov.u32 %r3, 8; L: ld.shared.f32 %f0, [%r3+-8]; ld.shared.f32 %f1, [%r3+-4]; "
     "ld.shared.f32 %f2, [%r3]; ld.shared.f32 %f3, [%r3+4]; add.s32 %r3, %r3, 16; @%p0 bra L;",
     "16 - - -"},
    {"shl.b32 %r3, %r0, 7; add.s32 %r3, %r3, 8; L: ld.shared.f32 %f0, [%r3+-8]; "
     "ld.shared.f32 %f1, [%r3+-4]; ld.shared.f32 %f2, [%r3]; ld.shared.f32 %f3, [%r3+4]; "
     "add.s32 %r3, %r3, 16; @%p0 bra L;",
     "8 - 8 -"},
    {"mov.u32 %r3, 8; L: ld.shared.f32 %f0, [%r3]; ld.shared.f32 %f1, [%r3+4]; "
     "add.s32 %r3, %r3, 4; @%p0 bra L;",
     ". ."},
};

static void describe(const PtxFunction *function, const SharedPart *parts, char *out)
{
    *out = '\0';
    for (uint32_t i = 0; i < function->inst_count; i++) {
        if (function->insts[i].space != PTX_SPACE_SHARED)
            continue;
        if (parts[i].bytes)
            out += sprintf(out, "%u ", parts[i].bytes);
        else
            out += sprintf(out, parts[i].joined ? "- " : ". ");
    }
}

static void vectors_as_compiled(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[4096], told[64];
        snprintf(text, sizeof text,
                 ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k()\n{\n"
                 ".shared .align 4 .b8 s[12];\n.shared .align 4 .b8 t[64];\n.reg .pred %%p<2>;\n"
                 ".reg .b32 %%r<4>;\n.reg .b64 %%a<1>;\n.reg .f32 %%f<4>;\n.reg .f64 %%d<2>;\n"
                 "mov.u32 %%r0, %%tid.x;\n%s\nret;\n}\n",
                 rows[i].body);
        PtxModule *module = ptx_parse(view_of(text), NULL);
        assert_non_null(module);
        const PtxFunction *function = module->functions[0];
        SimSharedVariable variables[] = {{function->locals[0], 0}, {function->locals[1], 12}};
        SimLaunchInfo launch = {.shared = variables, .shared_count = 2};
        SharedPart *parts = shared_vectors_find(function, &launch);
        assert_non_null(parts);
        describe(function, parts, told);
        told[strlen(told) - 1] = '\0';
        if (strcmp(told, rows[i].parts) != 0)
            fail_msg("%s: %s, not %s", rows[i].body, told, rows[i].parts);
        free(parts);
        ptx_free(module);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(vectors_as_compiled)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
