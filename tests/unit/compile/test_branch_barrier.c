/* Which sources have a barrier in a branch. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "compile/branch_barrier.h"

static const char *const with[] = {
    "void k() { if (t < 32) __syncthreads(); }",
    "void k() { if (t < 32) { a[t] = 1; __syncthreads(); } b(); }",
    "void k() { if (a) b(); else __syncthreads(); }",
    "void k() { if (f(a, (b))) for (;;) { __syncthreads(); } }",
    "void k() { if (a) { for (;;) { if (b) c(); } n = __syncthreads_count(d); } }",
};
static const char *const without[] = {
    "",
    "void k() { __syncthreads(); }",
    "void k() { if (a) b(); __syncthreads(); }",
    "void k() { if (a) { b(); } __syncthreads(); }",
    "void k() { if (a) { b(); } else { c(); } __syncthreads(); }",
    "void k() { for (int i = 0; i < n; i++) { __syncthreads(); } }",
    "void k() { if (__syncthreads_or(a)) return; __syncthreads(); }",
    "void k() { if (a) b(); // __syncthreads();\n }",
    "void k() { if (a) printf(\"__syncthreads();\"); }",
    "#if A\nvoid k() { __syncthreads(); }\n#endif",
    "}}} if (a",
};

static void test_with(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof with / sizeof *with; i++) {
        if (!source_has_barrier_in_branch(view_of(with[i])))
            fail_msg("not seen: %s", with[i]);
    }
}

static void test_without(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof without / sizeof *without; i++) {
        if (source_has_barrier_in_branch(view_of(without[i])))
            fail_msg("seen: %s", without[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_with), cmocka_unit_test(test_without)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
