/* The last bit of approximate instructions' results is turned, of nothing else. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "compile/nudge.h"

static void check(const char *ptx, const char *expected)
{
    StrBuf out = {0};
    ptx_nudge(view_of(ptx), &out);
    assert_string_equal(strbuf_text(&out), expected);
    strbuf_free(&out);
}

static void results_are_turned(void **state)
{
    (void)state;
    check("\tex2.approx.ftz.f32 \t%f2, %f1;\n",
          "\tex2.approx.ftz.f32 \t%f2, %f1;\n\t\txor.b32 \t%f2, %f2, 1;\n");
    check("@%p1 rsqrt.approx.f32 %f2, %f1;\n",
          "@%p1 rsqrt.approx.f32 %f2, %f1;\n\t@%p1\txor.b32 \t%f2, %f2, 1;\n");
    check("tanh.approx.f16x2 %r2, %r1;\n",
          "tanh.approx.f16x2 %r2, %r1;\n\t\txor.b32 \t%r2, %r2, 65537;\n");
    check("div.full.f32 %f3, %f1, %f2;\n",
          "div.full.f32 %f3, %f1, %f2;\n\t\txor.b32 \t%f3, %f3, 1;\n");
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
        check(lines[i], lines[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(results_are_turned),
        cmocka_unit_test(all_else_stays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
