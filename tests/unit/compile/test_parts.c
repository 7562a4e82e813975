/* Of which sources PTX doesn't tell the elements of variables. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "compile/parts.h"

static const char *const with_parts[] = {
    "__shared__ float tile[32][33];",  "__shared__ float tile[32] [33];",
    "struct P { float x; };",          "__global__ void k(float4 *a) {}",
    "__shared__ __half2 a[8];",        "__device__ ulonglong2 a[8];",
    "extern __shared__ char bytes[];", "auto *p = reinterpret_cast<int *>(q);",
    "# include <cuda/std/array>\n",
};

static const char *const without_parts[] = {
    "__global__ void k(float *a, int n) { __shared__ float tile[32]; tile[0] = a[n]; }",
    "int a1, point2, n4; a[b[3]] = 1;",
    "// struct float4 tile[2][2]\n#define N 4\n",
};

static void test_parts(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof with_parts / sizeof *with_parts; i++)
        if (!source_has_parts(view_of(with_parts[i])))
            fail_msg("nothing is found in: %s", with_parts[i]);
    for (size_t i = 0; i < sizeof without_parts / sizeof *without_parts; i++)
        if (source_has_parts(view_of(without_parts[i])))
            fail_msg("found in: %s", without_parts[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_parts)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
