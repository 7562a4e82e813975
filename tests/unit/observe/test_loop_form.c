/* Branches of loops that the machine's compiler unrolls: seen in machine code. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "observe/loop_form.h"
#include "ptx/parse.h"

#define FMA "fma.rn.f32 %f0, %f0, %f0, %f1;"
#define FOUR FMA FMA FMA FMA
#define DOWN "add.s32 %r0, %r0, -4; setp.ne.s32 %p0, %r0, 0; @%p0 bra L;"
#define UP "add.s32 %r0, %r0, 4; setp.lt.s32 %p0, %r0, %r1; @%p0 bra L;"

enum { AS_IT_IS = 1000 };

/* What 9 rounds take. */
static const struct {
    const char *body;
    uint64_t branches;
} rows[] = {
    {"L: " FOUR DOWN, 4 + 2 + 1},
    {"L: " FOUR FOUR UP, 3 + 2},
    {"L: " FOUR UP, 2 + 2},
    {"L: .pragma \"nounroll\"; " FOUR DOWN, AS_IT_IS},
    {"L: " FOUR FOUR FOUR FOUR FOUR DOWN, AS_IT_IS},
    {"L: ld.global.f32 %f1, [%d0]; " FOUR FOUR FOUR FOUR FOUR DOWN, 4 + 2 + 1},
    {"L: ld.shared.f32 %f1, [%r2]; " FOUR FOUR FOUR FOUR FOUR DOWN, 4 + 2 + 1},
    {"L: div.rn.f32 %f0, %f0, %f1; " DOWN, AS_IT_IS},
    {"L: " FMA " @%p1 bra M; " FMA " M: " DOWN, AS_IT_IS},
    {"L: " FOUR " add.s32 %r0, %r0, %r2; setp.lt.s32 %p0, %r0, %r1; @%p0 bra L;", AS_IT_IS},
    {"L: " FOUR " add.s32 %r1, %r1, 1; " UP, AS_IT_IS},
    {"mov.u32 %r0, 0; L: " FOUR " add.s32 %r0, %r0, 1; setp.ne.s32 %p0, %r0, 9; @%p0 bra L;", 0},
};

static uint64_t branches_of(const char *body)
{
    char text[4096];
    snprintf(text, sizeof text,
             ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k()\n{\n"
             ".reg .pred %%p<2>;\n.reg .b32 %%r<3>;\n.reg .b64 %%d<2>;\n.reg .f32 %%f<2>;\n"
             "mov.u32 %%r2, %%tid.x;\n%s\nret;\n}\n",
             body);
    PtxModule *module = ptx_parse(view_of(text), NULL);
    assert_non_null(module);
    const PtxFunction *function = module->functions[0];
    LoopForm form = loop_form(function, &function->insts[function->inst_count - 2], 90);
    uint64_t branches = form.unrolled ? loop_branches(&form, 9) : AS_IT_IS;
    ptx_free(module);
    return branches;
}

static void branches_as_compiled(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        uint64_t branches = branches_of(rows[i].body);
        if (branches != rows[i].branches)
            fail_msg("%s: %d branches, not %d", rows[i].body, (int)branches, (int)rows[i].branches);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(branches_as_compiled)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
