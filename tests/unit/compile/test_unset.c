/* Which sources declare a variable without a value, or arrays. */
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
    "void k() { Vec a, b = {1, 2}; }",
    "void k() { Vec a, b{1, 2}; }",
    "void k() { alignas(16) float x; }",
    "void k() { decltype(n) x; }",
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

static const char *const with_array[] = {
    "void k() { float x[4]; }",
    "void k() { float x[4] = {1}, y; }",
    "void k() { int n = 3, x[N]; }",
    "void k() { const float w[] = {1, 2}; }",
    "struct P { int head[3]; };",
    "class P { public: int size, head[3]; };",
    "void k() { __shared__ float t[16][17]; }",
    "__constant__ int table[4][2] = {1, 2, 3, 4};",
    "static __device__ int m[4][2];",
};
static const char *const without_array[] = {
    "void k() { float x; }",
    "int table[4];",
    "__constant__ int table[4] = {1, 2, 3, 4};",
    "void k(int a[4]) { a[3] = 2; }",
    "void k() { int x = a[3]; }",
    "void k() { return a[3]; }",
    "void k() { if (n) x[i] = 2; else y[i] = 3; }",
    "void k() { a[i][j] += 2; }",
    "void k() { __shared__ float t[16]; extern __shared__ float s[]; }",
    "void k() { switch (n) { case a[3]: break; } }",
};

static void test_arrays(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof with_array / sizeof *with_array; i++)
        if (!source_has_array(view_of(with_array[i])))
            fail_msg("nothing is found in: %s", with_array[i]);
    for (size_t i = 0; i < sizeof without_array / sizeof *without_array; i++)
        if (source_has_array(view_of(without_array[i])))
            fail_msg("something is found in: %s", without_array[i]);
}

static void test_indices(void **state)
{
    View source = view_of("a[1];\n  sum += p->head [i] + xs[2]; tail\nhead(3) + overhead[4]");
    (void)state;
    assert_true(source_has_index(source, 1, view_of("a")));
    assert_true(source_has_index(source, 2, view_of("head")));
    assert_true(source_has_index(source, 2, view_of("xs")));
    assert_false(source_has_index(source, 2, view_of("s")));
    assert_false(source_has_index(source, 2, view_of("tail")));
    assert_false(source_has_index(source, 1, view_of("head")));
    assert_false(source_has_index(source, 3, view_of("head")));
    assert_false(source_has_index(source, 0, view_of("a")));
    assert_false(source_has_index(source, 9, view_of("a")));
    assert_false(source_has_index(source, 1, view_of("")));
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
        cmocka_unit_test(test_arrays),
        cmocka_unit_test(test_indices),
        cmocka_unit_test(test_unfinished),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
