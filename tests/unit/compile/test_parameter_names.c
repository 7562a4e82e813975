/* Names of kernels' parameters, from the source. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "compile/parameter_names.h"

/* Of a kernel with this name and so many parameters in the PTX. */
static void check_as(const char *source, const char *kernel, size_t count, const char *expected)
{
    EntryList entries = {0};
    CompileResult out = {0};
    vec_push(&entries,
             (Entry){.symbol = memory_clone_text(kernel), .name = memory_clone_text(kernel)});
    for (size_t i = 0; i < count; i++)
        vec_push(&vec_last(&entries).parameters, 8);
    parameter_names_find(view_of(source), &entries, &out);
    assert_int_equal(out.parameters.size, 1);
    assert_string_equal(out.parameters.data[0], expected);
    compile_result_free(&out);
    entries_free(&entries);
}

static void check(const char *source, size_t count, const char *expected)
{
    check_as(source, "k", count, expected);
}

static void test_plain(void **state)
{
    (void)state;
    check("__global__ void k(const float *a, float *b, int n) { }", 3, "a,b,n");
    check("__global__ void k() {}", 0, "");
    check("__global__ void k(void) {}", 0, "");
    check("// __global__ void k(int no)\n"
          "extern \"C\" __global__ void __launch_bounds__(128, 2) k(int yes) {}",
          1, "yes");
    check("static __global__ __attribute__((used)) void k(unsigned n, float rows[][4]) {}", 2,
          "n,rows");
    check("__global__ void k(const float *__restrict__ a /* in */, // the input\n"
          "  float *\n  b){}",
          2, "a,b");
}

static void test_types(void **state)
{
    (void)state;
    check("__global__ void k(pair<int, float> p, array<float, (3 > 2)> a, f<g<int>> *c) {}", 3,
          "p,a,c");
    check("__global__ void k(float (*rows)[4], void (*f)(int, int), int n) {}", 3, ",,n");
    check("__global__ void k(const __grid_constant__ Table t, std::size_t n = 4) {}", 2, "t,n");
}

static void test_unnamed(void **state)
{
    (void)state;
    check("__global__ void k(int, float *, const float *__restrict__, unsigned int, int n) {}", 5,
          ",,,,n");
    check("__global__ void k(std::size_t, size_t) {}", 2, ",");
}

static void test_which(void **state)
{
    (void)state;
    const char *overloads = "__global__ void k(int a) {} __global__ void k(int a, int b) {}"
                            "__global__ void k(float *c, int d) {}";
    check(overloads, 1, "a");
    check(overloads, 2, ""); /* either could be meant */
    check("__global__ void k(int declared); __global__ void k(int defined) {}", 1, "defined");
    check_as("namespace s { template <int N> __global__ void k(int *x) {} }", "s::k<4>", 1, "x");
    check_as("template <> __global__ void k<float>(float *x) {}", "k<float>", 1, "x");
    check("__global__ void other(int a) {}", 1, "");
    check("__global__ void k(int a, int b) {}", 1, ""); /* the PTX has another number */
}

static void test_macros(void **state)
{
    (void)state;
    check("#define KERNEL(name) __global__ void name(int a) {}\nKERNEL(k)", 1, "");
    check("#define K __global__ void k(int a) { \\\n }\n__global__ void k(int b) {}", 1, "b");
}

static void test_broken(void **state)
{
    (void)state;
    static const char whole[] =
        "template <class T> __global__ void k(f<int, T> *a, int (*b)[2]) {}";
    for (size_t size = 0; size < sizeof whole; size++) {
        char part[sizeof whole];
        snprintf(part, size + 1, "%s", whole);
        check(part, 2, size + 1 >= sizeof whole - 1 ? "a," : "");
    }
    check("__global__", 1, "");
    check("__global__ (((", 1, "");
    check("__global__ void k<<<", 1, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_plain), cmocka_unit_test(test_types),  cmocka_unit_test(test_unnamed),
        cmocka_unit_test(test_which), cmocka_unit_test(test_macros), cmocka_unit_test(test_broken),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
