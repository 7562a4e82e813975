/* The last bits of approximate instructions' results are set or cleared, of nothing else. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "compile/nudge.h"

static void check(const char *ptx, bool raise, const char *expected)
{
    StrBuf out = {0};
    ptx_nudge(view_of(ptx), raise, &out);
    assert_string_equal(strbuf_text(&out), expected);
    strbuf_free(&out);
}

static void results_are_changed(void **state)
{
    (void)state;
    check("\tex2.approx.ftz.f32 \t%f2, %f1;\n", true,
          "\tex2.approx.ftz.f32 \t%f2, %f1;\n\t\tor.b32 \t%f2, %f2, 3;\n");
    check("@%p1 rsqrt.approx.f32 %f2, %f1;\n", false,
          "@%p1 rsqrt.approx.f32 %f2, %f1;\n\t@%p1\tand.b32 \t%f2, %f2, -4;\n");
    check("tanh.approx.f16x2 %r2, %r1;\n", false,
          "tanh.approx.f16x2 %r2, %r1;\n\t\tand.b32 \t%r2, %r2, -196612;\n");
    check("div.full.f32 %f3, %f1, %f2;\n", true,
          "div.full.f32 %f3, %f1, %f2;\n\t\tor.b32 \t%f3, %f3, 3;\n");
}

static void all_else_stays(void **state)
{
    (void)state;
    const char *const lines[] = {"\tadd.f32 \t%f2, %f1, %f1;\n",
                                 "div.rn.f32 %f3, %f1, %f2;\n",
                                 "rcp.approx.ftz.f64 %fd2, %fd1;\n",
                                 "// ex2.approx.f32 %f2,\n",
                                 "ex2.approx.f32 %f2,\n",
                                 "ex2.approx.f32 %f2\n",
                                 "@%p1\n",
                                 "\n"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        check(lines[i], i % 2, lines[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(results_are_changed),
        cmocka_unit_test(all_else_stays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
