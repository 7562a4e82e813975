/* The forms column of the table of opcodes: well-formed, and obeyed. */
#include "ptx_test.h"

#include "ptx/form.h"

static void test_every_row_is_well_formed(void **state)
{
    (void)state;
    for (int op = 0; op < PTX_OP_COUNT; op++) {
        View rest = view_of(ptx_op_forms((PtxOp)op));
        assert_true(rest.size > 0);
        assert_true(*ptx_op_summary((PtxOp)op) != '\0');
        uint32_t lines = 0;
        for (View line; view_split(&rest, '\n', &line); lines++) {
            StrBuf why = {0};
            if (!form_check((PtxOp)op, line, &why))
                fail_msg("%.*s: %s", VIEW_ARG(line), strbuf_text(&why));
            strbuf_free(&why);
        }
        assert_true(lines <= FORM_LINES_MAX);
    }
}

static void test_mistakes_in_a_row_are_found(void **state)
{
    (void)state;
    static const char *const rows[] = {"add.frob d:1", "add.s32 d:zz", "add.[s32 d:1",
                                       "sub.s32 d:1"};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        StrBuf why = {0};
        assert_false(form_check(PTX_OP_ADD, view_of(rows[i]), &why));
        strbuf_free(&why);
    }
}

static void test_words(void **state)
{
    (void)state;
    parse_bad(KERNEL("add.f8 %r1, %r2, %r3;"), 7, "add has no .f8 form; supported: add.[INT");
    parse_bad(KERNEL("add.f32.rn %f1, %f2;"), 7, "operand b is missing");
    parse_bad(KERNEL("add %r1, %r2, %r3;"), 7, "'add' is not complete; supported: add.");
    parse_bad(KERNEL("cvt.f32.s32 %f1, %r1;"), 7, "is not complete");
    parse_bad(KERNEL("mul.s32 %r1, %r2, %r3;"), 7, "mul");
    parse_bad(KERNEL("setp.hi.s32 %p1, %r2, %r3;"), 7, "setp");
    parse_bad(KERNEL("frobnicate.s32 %r1;"), 7, "unknown instruction 'frobnicate.s32'");
    ptx_free(parse_good(KERNEL("atom.add.release.gpu.u32 %r1, [%rd1], 1;"
                               "atom.release.gpu.global.add.u32 %r1, [%rd1], 1;")));
}

static void test_operands(void **state)
{
    (void)state;
    parse_bad(KERNEL("add.s32 %r1, %r2;"), 7, "add.s32: operand b is missing");
    parse_bad(KERNEL("add.s32 %r1, %r2, %r3, %r4;"), 7, "more operands");
    parse_bad(KERNEL("add.s32 %rd1, %r2, %r3;"), 7, "register %rd1 is .b64, not .s32");
    parse_bad(KERNEL("add.s32 %r1, %f2, %r3;"), 7, "register %f2 is .f32, not .s32");
    parse_bad(KERNEL("add.s32 1, %r2, %r3;"), 7, "must be a register");
    parse_bad(KERNEL("add.s32 %r1, 0f3F800000, %r3;"), 7, "a float constant where .s32");
    parse_bad(KERNEL("add.f32 %f1, 1, %f3;"), 7, "an integer constant where .f32");
    parse_bad(KERNEL("add.s32 %p1, %r2, %r3;"), 7, "%p1 is .pred");
    parse_bad(KERNEL("add.s32 %r1, [%rd1], %r3;"), 7, "add.s32");
    parse_bad(KERNEL("add.s32 %r1, %r2.b1, %r3;"), 7, "selectors");
    parse_bad(KERNEL("mul.wide.s32 %r1, %r2, %r3;"), 7, "twice the width");
    parse_bad(KERNEL("ld.global.v2.u32 %r1, [%rd1];"), 7, "vector");
    parse_bad(KERNEL("ld.global.v2.u32 {%r1, %r2, %r3}, [%rd1];"), 7, "vector");
    parse_bad(KERNEL("ld.global.u32 %h1, [%rd1];"), 7, "%h1 is .b16");
    parse_bad(KERNEL("ld.global.u32 %r1, [%f1];"), 7, "32 or 64 bits");
    parse_bad(KERNEL("ld.shared.u32 %r1, [a];"), 7, "'a' is in .param, not in .shared");
    parse_bad(KERNEL("st.global.u32 [%rd1], !%p1;"), 7, "predicate");
    parse_bad(KERNEL("selp.b32 %r1, %r2, %r3, %r4;"), 7, "%r4 is .b32, not .pred");
    parse_bad(KERNEL("lop3.b32 %r1, %r2, %r3, %r4, %r5;"), 7, "integer constant");
    parse_bad(KERNEL("mov.b64 {%r1, %r2, %r3}, %rd1;"), 7, "3 parts");
    ptx_free(parse_good(KERNEL("ld.global.u8 %rd1, [%rd2]; cvt.u16.u32 %rd1, %r1;"
                               "mov.b64 %rd1, {%r1, %r2}; mov.b32 {%h1, %h2}, %r1;"
                               "add.f32 %f1, %f2, %f3; mov.b32 %f1, %r1; st.global.u8 [%rd1], %r1;"
                               "atom.global.add.u32 _, [%rd1], 1; mov.u32 %r1, %tid.x;")));
}

static void test_calls(void **state)
{
    (void)state;
#define CALL(text)                                                                           \
    HEADER ".func (.param .b32 r) f(.param .b64 x) ;\n.visible .entry k() { .reg .b64 %rd; " \
           ".reg .b32 %r; .param .b64 in; .param .b32 out;\n" text "\n}"
    parse_bad(CALL("call (out), f;"), 6, "0 arguments where the target has 1");
    parse_bad(CALL("call f, (in);"), 6, "0 results where the target has 1");
    parse_bad(CALL("call (out), f, (out);"), 6, "another size");
    parse_bad(CALL("call (out), g, (in);"), 6, "must be a function declared above");
    parse_bad(CALL("call (out), %rd, (in);"), 6, "needs a .callprototype");
    parse_bad(CALL("call (out), %rd, (in), nowhere;"), 6, "'nowhere' is not defined");
    parse_bad(CALL("L: call (out), %rd, (in), L;"), 6, "'L' is not a table");
    parse_bad(CALL("T: .branchtargets L; L: call (out), %rd, (in), T;"), 6, "branch targets");
    parse_bad(CALL("P: .callprototype (.param .b32 _) _ (.param .b64 _); brx.idx %r, P;"), 6,
              "list of .branchtargets");
    parse_bad(CALL("call (5), f, (in);"), 6, "as results");
#undef CALL
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_row_is_well_formed),
        cmocka_unit_test(test_mistakes_in_a_row_are_found),
        cmocka_unit_test(test_words),
        cmocka_unit_test(test_operands),
        cmocka_unit_test(test_calls),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
