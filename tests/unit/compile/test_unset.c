/* Which sources declare a variable without a value. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "compile/unset.h"

static const char *const with[] = {
    "void k() { float x; }",
    "void k() { int i = 1, j; }",
    "void k() { float acc[4][4]; }",
    "void k() { if (a) { unsigned long long n; n = 1; } }",
    "void k() { const float *p; }",
    "void k() { std::pair<int, float> p; }",
    "namespace a { void k() { float x; } }",
    "void k() { float4 v /* none */; // yet\n }",
    "template <typename T> __global__ void k(T *p) { T best; }",
};
static const char *const without[] = {
    "",
    "int n;",
    "void k() { float x = 0; }",
    "void k() { int i = f(1, 2), j{3}; }",
    "void k() { __shared__ float tile[32]; }",
    "void k() { extern __shared__ float s[]; }",
    "struct P { float x, y; };",
    "void k() { struct P { float x; }; P p = {1}; }",
    "void k() { return x; }",
    "void k() { x++; f(x); a[i] = 2; }",
    "void k() { for (int i = 0; i < n; i++) sum += i; }",
    "void k() { /* float x; */ \"float y;\"; }",
    "#define DECLARE float x;\nvoid k() { f(); }",
    "void k() { for (;;) { break; } }",
    "void k() { label: goto label; }",
};

static void test_sources(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof with / sizeof *with; i++)
        if (!source_has_unset(view_of(with[i])))
            fail_msg("nothing is found in: %s", with[i]);
    for (size_t i = 0; i < sizeof without / sizeof *without; i++)
        if (source_has_unset(view_of(without[i])))
            fail_msg("something is found in: %s", without[i]);
}

/* No end of what was opened: it stops at the end of the text. */
static void test_unfinished(void **state)
{
    static const char *const texts[] = {"void k() { \"", "/*",        "void k() { a(",
                                        "#define A \\",  "'\\",       "void k() { x[",
                                        "}}}}",          "template <"};
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        assert_false(source_has_unset(view_of(texts[i])));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sources),
        cmocka_unit_test(test_unfinished),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
