/* Classes and operations of PTX instructions, and results that nobody reads. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "observe/inst_class.h"
#include "ptx/parse.h"

static const char source[] = ".version 8.0\n.target sm_80\n.address_size 64\n"
                             ".visible .entry k(.param .u64 p)\n{\n"
                             "    .reg .pred %p<2>;\n    .reg .b16 %h<3>;\n    .reg .b32 %r<9>;\n"
                             "    .reg .f32 %f<4>;\n    .reg .f64 %d<3>;\n    .reg .b64 %a<3>;\n"
                             "    ld.param.u64 %a1, [p];\n"               /* 0 */
                             "    mov.u32 %r1, %tid.x;\n"                 /* 1 */
                             "    mad.lo.s32 %r2, %r1, %r1, 5;\n"         /* 2 */
                             "    brev.b32 %r3, %r2;\n"                   /* 3 */
                             "    cvt.rn.f32.u32 %f1, %r3;\n"             /* 4 */
                             "    fma.rn.f32 %f2, %f1, %f1, %f1;\n"       /* 5 */
                             "    add.f64 %d1, %d2, %d2;\n"               /* 6 */
                             "    fma.rn.f16x2 %r4, %r3, %r3, %r3;\n"     /* 7 */
                             "    setp.lt.f32 %p1, %f2, 0f00000000;\n"    /* 8 */
                             "    atom.global.add.u32 %r5, [%a1], %r4;\n" /* 9 */
                             "    atom.global.add.u32 %r6, [%a1], %r4;\n" /* 10 */
                             "    @%p1 st.global.u32 [%a1+4], %r6;\n"     /* 11 */
                             "    activemask.b32 %r7;\n"                  /* 12 */
                             "    ret;\n}\n";                             /* 13 */

static const PtxFunction *parsed(PtxModule **module)
{
    *module = ptx_parse(VIEW(source), NULL);
    assert_non_null(*module);
    return (*module)->functions[0];
}

static void every_instruction_has_its_class(void **state)
{
    static const InstClass expected[] = {INST_MEMORY,       INST_MISC,   INST_INTEGER, INST_BIT,
                                         INST_CONVERSION,   INST_FP32,   INST_FP64,    INST_FP16,
                                         INST_FP32,         INST_MEMORY, INST_MEMORY,  INST_MEMORY,
                                         INST_INTER_THREAD, INST_CONTROL};
    PtxModule *module;
    const PtxFunction *function = parsed(&module);
    (void)state;
    assert_int_equal(function->inst_count, sizeof expected / sizeof *expected);
    for (uint32_t i = 0; i < function->inst_count; i++)
        assert_int_equal(inst_class(&function->insts[i]), expected[i]);
    ptx_free(module);
}

static void operations_are_counted_by_format(void **state)
{
    PtxModule *module;
    uint32_t width = 9, lanes = 9;
    const PtxFunction *function = parsed(&module);
    (void)state;
    assert_int_equal(inst_flop(&function->insts[5], &width, &lanes), FLOP_FMA);
    assert_true(width == 1 && lanes == 1);
    assert_int_equal(inst_flop(&function->insts[6], &width, &lanes), FLOP_ADD);
    assert_true(width == 2 && lanes == 1);
    assert_int_equal(inst_flop(&function->insts[7], &width, &lanes), FLOP_FMA);
    assert_true(width == 0 && lanes == 2);
    assert_int_equal(inst_flop(&function->insts[2], &width, &lanes), FLOP_NONE);
    ptx_free(module);
}

static void an_unused_result_is_known(void **state)
{
    PtxModule *module;
    const PtxFunction *function = parsed(&module);
    (void)state;
    assert_true(inst_result_unused(function, &function->insts[9]));
    assert_false(inst_result_unused(function, &function->insts[10]));
    ptx_free(module);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_instruction_has_its_class),
        cmocka_unit_test(operations_are_counted_by_format),
        cmocka_unit_test(an_unused_result_is_known),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
