/* What the machine's compiler makes of conditional branches: seen in machine code. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "observe/branch_form.h"
#include "ptx/parse.h"

#define FMA "fma.rn.f32 %f0, %f0, %f0, %f0;"
#define FOUR FMA FMA FMA FMA
#define ADD "add.f32 %f1, %f1, %f0;"

/* Of the first branch in the body. */
static const struct {
    const char *body;
    BranchForm form;
} rows[] = {
    {"@%p0 bra L; " FOUR FOUR " L: bar.sync 0;", BRANCH_PREDICATES},
    {"@%p0 bra L; " FOUR FOUR FMA " L: bar.sync 0;", BRANCH_PLAIN},
    {"@!%p0 bra L; ld.shared.f32 %f0, [%r0]; ld.shared.f32 %f1, [%r1]; add.f32 %f0, %f0, %f1; "
     "st.shared.f32 [%r0], %f0; L: bar.sync 0;",
     BRANCH_PREDICATES},
    {"@%p0 bra L; mov.u32 %r1, %r0; cvt.s64.s32 %d0, %r0; " FOUR FOUR " L: bar.sync 0;",
     BRANCH_PREDICATES},
    {"@%p0 bra L; red.global.add.f32 [%d0], %f0; L: bar.sync 0;", BRANCH_PLAIN},
    {"@%p0 bra L; shfl.sync.down.b32 %r0, %r0, 1, 31, -1; L: bar.sync 0;", BRANCH_PLAIN},
    {"@%p0 bra L; div.rn.f32 %f0, %f0, %f1; L: bar.sync 0;", BRANCH_PLAIN},
    {"@%p0 bra L; " FOUR FOUR FOUR " L: " FOUR FOUR, BRANCH_PREDICATES},
    {"@%p0 bra L; " FOUR FOUR FOUR FOUR FOUR " L: " FOUR FOUR, BRANCH_PLAIN},
    {"@%p0 bra L; " FOUR FOUR FOUR " L: ld.global.f32 %f1, [%d0];", BRANCH_PREDICATES},
    {"@%p0 bra L; add.s64 %d0, %d0, %d1; st.global.f32 [%d0], %f0; " FOUR FMA FMA " L: bar.sync 0;",
     BRANCH_PLAIN},
    {"@%p0 bra L; mul.wide.u32 %d0, %r0, 4; add.s64 %d0, %d0, %d1; st.global.f32 [%d0], %f0; " FOUR
         FMA FMA " L: bar.sync 0;",
     BRANCH_PREDICATES},
    {"@%p0 bra L; " FMA " bar.warp.sync -1; L: bar.sync 0;", BRANCH_PLAIN},
    {"@%p0 bra L; " FMA " bra M; L: " ADD " M: bar.sync 0;", BRANCH_PREDICATES},
    {"@%p0 bra L; bra N; L: " FMA " bra M; N: " ADD " M: bar.sync 0;", BRANCH_PREDICATES},
    {"@%p0 bra L; " FOUR FOUR " bra M; L: " ADD " M: bar.sync 0;", BRANCH_PLAIN},
    {"@%p0 bra L; " FOUR FOUR " bra M; L: " ADD " M: " FOUR FOUR, BRANCH_PREDICATES},
    {"@%p0 bra L; " FOUR FOUR FOUR " bra M; L: " ADD ADD ADD FOUR " M: " FOUR FOUR, BRANCH_PLAIN},
    {"@%p0 bra L; " FMA " M: " FMA " L: @%p1 bra M;", BRANCH_PLAIN},
    {"L: " FMA " @%p0 bra L;", BRANCH_PLAIN},
    {"@%p0 bra L; " FMA " L:", BRANCH_EXIT},
    {"@%p0 bra L; " FMA " L: ret;", BRANCH_EXIT},
    {"@%p0 bra L; bra.uni M; L: " FMA " M: bar.sync 0;", BRANCH_PREDICATES},
    {"@%p0 bra L; bra.uni M; L: " FMA " M: ret;", BRANCH_EXIT},
    {"@%p0 bra L; bra.uni M; L: " FOUR FOUR FMA " M: bar.sync 0;", BRANCH_PLAIN},
    {"@%p0 bra L; mov.u32 %r0, %ctaid.x; " FOUR FOUR " L: bar.sync 0;", BRANCH_PLAIN},
    {"bra L; L: bar.sync 0;", BRANCH_NONE},
    {"bra L; M: " FMA " L: bar.sync 0; @%p0 bra M;", BRANCH_ALWAYS},
    {"L: bra M; M: bra L;", BRANCH_NONE},
};

static BranchForm form_of(const char *body)
{
    uint32_t from, to;
    char text[4096];
    snprintf(text, sizeof text,
             ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k()\n{\n"
             ".reg .pred %%p<2>;\n.reg .b32 %%r<2>;\n.reg .b64 %%d<2>;\n.reg .f32 %%f<2>;\n"
             "%s\nret;\n}\n",
             body);
    PtxModule *module = ptx_parse(view_of(text), NULL);
    assert_non_null(module);
    const PtxFunction *function = module->functions[0];
    uint32_t i = 0;
    while (i < function->inst_count && function->insts[i].op != PTX_OP_BRA)
        i++;
    assert_true(i < function->inst_count);
    BranchForm form = branch_form(function, &function->insts[i], 80, &from, &to);
    ptx_free(module);
    return form;
}

static void forms_as_compiled(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        BranchForm form = form_of(rows[i].body);
        if (form != rows[i].form)
            fail_msg("%s: form %d, not %d", rows[i].body, form, rows[i].form);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(forms_as_compiled)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
