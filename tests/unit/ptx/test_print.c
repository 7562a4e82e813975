/* The printer: one instruction as text, and a module whose scopes are flattened. */
#include "ptx_test.h"

/* Each is printed as it stands here. */
static const char *const lines[] = {
    "add.s32 %r1, %r2, -4;",
    "@%p1 bra L;",
    "@!%p1 ld.global.v2.f32 {%f1, %f2}, [%rd1+-8];",
    "setp.lt.and.s32 %p1|%p2, %r1, %r2, !%p3;",
    "mov.u32 %r1, %tid.y;",
    "mov.f32 %f1, 0f3F800000;",
    "mov.f64 %fd1, 0d3FF0000000000000;",
    "ld.param.u64 %rd1, [a];",
    "ld.global.u32 %r1, [64];",
    "atom.global.add.u32 _, [%rd1], 1;",
    "vadd4.u32.u32.u32 %r1, %r2.b3210, %r3.h1, %r4;",
    "mov.b64 %rd1, {%r1, %r2};",
};

static void test_instructions(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        StrBuf text = {0}, printed = {0};
        strbuf_add_text(&text, HEADER ".visible .entry k(.param .u64 a)\n{\n" REGS);
        strbuf_add_text(&text, lines[i]);
        strbuf_add_text(&text, "L: ret;\n}");
        PtxModule *module = parse_good(strbuf_text(&text));
        ptx_print_inst(kernel_of(module), &kernel_of(module)->insts[0], &printed);
        assert_string_equal(strbuf_text(&printed), lines[i]);
        ptx_free(module);
        strbuf_free(&text);
        strbuf_free(&printed);
    }
}

static void test_names_of_scopes_stay_apart(void **state)
{
    (void)state;
    PtxModule *module = parse_good(
        KERNEL("{ .reg .b32 t; L: mov.u32 t, 1; bra L; }\n{ .reg .b64 t; L: mov.u64 t, 2; "
               "bra L; }"));
    StrBuf printed = {0};
    ptx_print_module(module, &printed);
    PtxModule *again = parse_good(strbuf_text(&printed));
    const PtxInst *insts = kernel_of(again)->insts;
    assert_int_not_equal(insts[0].operands[0].reg, insts[2].operands[0].reg);
    assert_int_equal(insts[1].operands[0].label, 0);
    assert_int_equal(insts[3].operands[0].label, 2);
    ptx_free(again);
    ptx_free(module);
    strbuf_free(&printed);
}

static void test_vector_registers_of_scopes(void **state)
{
    (void)state;
    PtxModule *module = parse_good(KERNEL("{ .reg .v2 .f32 v; add.f32 v.x, v.x, v.y; }\n"
                                          "{ .reg .v2 .f32 v; add.f32 v.x, v.x, v.y; }"));
    StrBuf printed = {0};
    ptx_print_module(module, &printed);
    PtxModule *again = parse_good(strbuf_text(&printed));
    const PtxInst *insts = kernel_of(again)->insts;
    assert_int_not_equal(insts[0].operands[0].reg, insts[1].operands[0].reg);
    assert_int_equal(insts[1].operands[0].reg, insts[1].operands[1].reg);
    ptx_free(again);
    ptx_free(module);
    strbuf_free(&printed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_instructions),
        cmocka_unit_test(test_names_of_scopes_stay_apart),
        cmocka_unit_test(test_vector_registers_of_scopes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
