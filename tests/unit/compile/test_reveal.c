/* Sources with constant indexes hidden from the compiler and the types of shared variables told. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "compile/reveal.h"

static void expect(const char *source, const char *expected)
{
    StrBuf out = {0};
    source_reveal(view_of(source), &out);
    assert_string_equal(strbuf_text(&out), expected);
    strbuf_free(&out);
}

static void expect_same(const char *source)
{
    expect(source, source);
}

static void numbers_are_hidden(void **state)
{
    (void)state;
    expect("x = a[4] + m[i][-1];", "x = a[culab_index(4)] + m[i][culab_index(-1)];");
    expect("int a[4], b[2 * 3];", "int a[culab_index(4)], b[culab_index(2 * 3)];");
    expect("f(x)[1] = (p + 1)[2];", "f(x)[culab_index(1)] = (p + 1)[culab_index(2)];");
    expect("*(a + 4) = *(a - 1);", "*(a + culab_index(4)) = *(a - culab_index(1));");
    expect("b[a[4]]", "b[a[culab_index(4)]]");
}

static void names_of_numbers_are_hidden(void **state)
{
    (void)state;
    expect("#define N 4\nint a[N + 1];", "#define N 4\nint a[culab_index(N + 1)];");
    expect("const int n = 4, m = n; a[m - 1]", "const int n = 4, m = n; a[culab_index(m - 1)]");
    expect("enum { A, B = 2 }; a[B]", "enum { A, B = 2 }; a[culab_index(B)]");
    expect("template <typename T, int N = 2> f() { a[N]; }",
           "template <typename T, int N = 2> f() { a[culab_index(N)]; }");
    expect("constexpr int N = 2; a[Config::N]", "constexpr int N = 2; a[culab_index(Config::N)]");
    expect("#define LAST(a) a[3]\nx", "#define LAST(a) a[culab_index(3)]\nx");
}

static void all_else_stays(void **state)
{
    (void)state;
    expect_same("");
    expect_same("a[0] + a[i] + a[i + 1] + a[f(1)] + a[]");
    expect_same("#define T threadIdx.x\na[T]");
    expect_same("const int t = threadIdx.x; a[t]");
    expect_same("template <typename T> f() { a[T]; }");
    expect_same("[1]; return [2]; auto [3] = x; delete[] p; [[likely]]");
    expect_same("template <int N> f(int (&a)[N], int b[][N])");
    expect_same("// a[4]\n/* a[4] */ \"a[4]\" 'a' R\"x(a[4])x\"");
    expect_same("#if a[4]\n#include <a[4]>\n#pragma a[4]\n");
    expect_same("x * (a + 4, 2) + (a + 4) + *(a + 0)");
    expect_same("a[4");
}

static void shared_types_are_told(void **state)
{
    (void)state;
    expect("void k() { __shared__ float t[n], u; t[i]; }",
           "void k() { __shared__ float t[n], u;culab_shared(t);culab_shared(u); t[i]; }");
    expect("void k() const { if (a) { __shared__ struct { int a; } s; } }",
           "void k() const { if (a) { __shared__ struct { int a; } s;culab_shared(s); } }");
    expect("void k() { __shared__ __align__(16) typename Sum<int, (2)>::Storage s; }",
           "void k() { __shared__ __align__(16) typename Sum<int, (2)>::Storage "
           "s;culab_shared(s); }");
    expect_same("void k() { extern __shared__ float t[]; }");
    expect_same("__shared__ float t[n]; namespace a { __shared__ int x; }");
    expect_same("void k() { __shared__ float t");
}

static void what_holds_barriers_is_followed(void **state)
{
    (void)state;
    expect("void k() { if (t) { __syncthreads(); } }",
           "void k() { if (t) { __syncthreads(); }culab_behind(); }");
    expect(
        "void k() { if (t) a(); else if (u) __syncthreads(); else { b(); } c(); }",
        "void k() { if (t) a(); else if (u) __syncthreads(); else { b(); }culab_behind(); c(); }");
    expect(
        "void k() { for (;;) { while (a) { __syncthreads(); } } }",
        "void k() { for (;;) { while (a) { __syncthreads(); }culab_behind(); }culab_behind(); }");
    expect("void k() { a: do { if (b) __syncthreads_or(c[2]); } while (d); }",
           "void k() { a: do { if (b) __syncthreads_or(c[culab_index(2)]);culab_behind(); } while "
           "(d);culab_behind(); }");
    expect("void k() { for (;;) if (a) switch (b) { case 1: __syncthreads(); } }",
           "void k() { for (;;) if (a) switch (b) { case 1: __syncthreads(); "
           "}culab_behind(); }");
    expect_same("void k() { __syncthreads(); if (a) b(); for (;;) c(); { __syncthreads(); } }");
    expect_same("void k() { if (a) { __syncthreads();");
    expect_same("void k() { if (a return; __syncthreads(); }");
}

static void functions_of_values_are_inlined(void **state)
{
    (void)state;
    expect("__device__ int f(int a) { return a; } __global__ void k(int *b) { b[i] = f(i); }",
           "__device__ __forceinline__ int f(int a) { return a; } __global__ void k(int *b) { "
           "b[i] = f(i); }");
    expect("template <class T> __host__ __device__ inline T f(T a, T b) noexcept { return g(a); }",
           "template <class T> __host__ __device__ __forceinline__ inline T f(T a, T b) noexcept { "
           "return g(a); }");
    expect("namespace n { extern \"C\" { __device__ int f() { } } } __device__ int g() { f(); }",
           "namespace n { extern \"C\" { __device__ __forceinline__ int f() { } } } "
           "__device__ __forceinline__ int g() { f(); }");
    expect("__device__ n::T<2> f(n::U a) { }", "__device__ __forceinline__ n::T<2> f(n::U a) { }");
    expect_same("__device__ int a = f(1), b = {1}; __device__ int f(int a); __device__");
    expect_same("__device__ int f(int *a) { } __device__ int *g() { } __device__ void h(T &a) { }");
    expect_same("struct S { __device__ int f() { } }; __device__ S::S() : a(1) { } "
                "__device__ int S::g() { }");
    expect_same("__device__ __noinline__ int f() { } __noinline__ __device__ int g() { } "
                "__global__ __device__ int h() { } constexpr __device__ int i() { }");
    expect_same("__device__ int f(int a) { return f(a - 1); }");
    expect("__device__ int f(int a) { return g(a); } __device__ int g(int a) { }",
           "__device__ int f(int a) { return g(a); } __device__ __forceinline__ int g(int a) { }");
    expect_same("__device__ int f() {");
}

static void what_is_inlined_does_not_explode(void **state)
{
    (void)state;
    StrBuf source = {0}, out = {0};
    for (int i = 0; i < 40; i++)
        strbuf_format(&source, "__device__ int f%d() { return f%d() + f%d(); }\n", i, i - 1, i - 1);
    source_reveal(strbuf_view(&source), &out);
    const char *text = strbuf_text(&out);
    uint32_t inlined = 0;
    for (; (text = strstr(text, "__forceinline__")); text++)
        inlined++;
    assert_in_range(inlined, 5, 39); /* those whose code would double once more stay */
    strbuf_clear(&out);
    strbuf_add_text(&source, "__global__ void k() {");
    for (int i = 0; i < 100; i++)
        strbuf_add_text(&source, " f5();");
    strbuf_add_text(&source, " }");
    source_reveal(strbuf_view(&source), &out);
    assert_string_equal(strbuf_text(&out), strbuf_text(&source));
    strbuf_free(&source);
    strbuf_free(&out);
}

static void deep_statements_end(void **state)
{
    (void)state;
    StrBuf deep = {0}, out = {0};
    strbuf_add_text(&deep, "void k() { ");
    for (int i = 0; i < 100000; i++)
        strbuf_add_text(&deep, "if (a) ");
    strbuf_add_text(&deep, "__syncthreads(); }");
    source_reveal(strbuf_view(&deep), &out);
    assert_string_equal(strbuf_text(&out), strbuf_text(&deep));
    strbuf_free(&deep);
    strbuf_free(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_hidden),
        cmocka_unit_test(names_of_numbers_are_hidden),
        cmocka_unit_test(all_else_stays),
        cmocka_unit_test(shared_types_are_told),
        cmocka_unit_test(what_holds_barriers_is_followed),
        cmocka_unit_test(functions_of_values_are_inlined),
        cmocka_unit_test(what_is_inlined_does_not_explode),
        cmocka_unit_test(deep_statements_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
