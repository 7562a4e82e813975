/* Which sources' printf the lab's own can stand in for. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "compile/print_use.h"

static void test_calls(void **state)
{
    (void)state;
    assert_true(source_prints(VIEW("__global__ void k() { printf(\"x\"); }")));
    assert_true(source_prints(VIEW("{ if (a) printf (\"x\"); else printf(\"y\"); }")));
    assert_true(source_prints(VIEW("return printf(\"x\");")));
    assert_true(source_prints(VIEW("std::printf(\"x\"); ::printf(\"y\");")));
    assert_true(source_prints(VIEW("printf /* text */ (\"x\")")));
    assert_true(source_prints(VIEW("int n = 1'000'000; printf(\"x\");")));
    assert_true(source_prints(VIEW("auto r = R\"(\" )\"; printf(\"x\");")));
    assert_true(source_prints(VIEW("#define SAY(x) printf(x)\nSAY(\"x\")")));
}

static void test_none(void **state)
{
    (void)state;
    assert_false(source_prints(VIEW("")));
    assert_false(source_prints(VIEW("printf")));
    assert_false(source_prints(VIEW("// printf(\"x\")")));
    assert_false(source_prints(VIEW("/* printf(\"x\") */")));
    assert_false(source_prints(VIEW("\"printf(\"")));
    assert_false(source_prints(VIEW("R\"--(printf(\" )--\"")));
    assert_false(source_prints(VIEW("my_printf(\"x\"); printf_(1);")));
    assert_false(source_prints(VIEW("auto f = printf;")));
}

/* One of the source's own anywhere: the driver's way for all. */
static void test_own(void **state)
{
    (void)state;
    assert_false(source_prints(VIEW("struct S { int printf(const char *); }; s.printf(\"x\");")));
    assert_false(source_prints(VIEW("printf(\"x\"); p->printf(\"x\");")));
    assert_false(source_prints(VIEW("my::printf(\"x\");")));
    assert_false(source_prints(VIEW("#define printf(x) 1\nprintf(\"x\");")));
    assert_false(source_prints(VIEW("extern \"C\" int printf(const char *, ...);")));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_calls),
        cmocka_unit_test(test_none),
        cmocka_unit_test(test_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
