/* What NVRTC is asked for, by what a source says. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "compile/options.h"

static Wants wants_of(const char *source)
{
    Wants wants;
    wants_begin(&wants, view_of(source));
    return wants;
}

static bool asks(const Wants *wants, bool minimal, const char *option)
{
    Compiler compiler = {.target = 86};
    Options options;
    bool found = false;
    options_make(&compiler, wants, 0, false, minimal, &options);
    for (int i = 0; i < options.count; i++)
        found |= strcmp(options.list[i], option) == 0;
    options_free(&options);
    return found;
}

static void a_plain_kernel_needs_little(void **state)
{
    (void)state;
    Wants wants = wants_of("__global__ void k(int *p) { p[threadIdx.x] = 1; }\n");
    assert_true(wants.little);
    wants_include(&wants, "stdint.h");
    wants_include(&wants, "cooperative_groups.h");
    assert_true(wants.little && wants.groups && wants.own_groups);
    assert_true(asks(&wants, true, "--minimal"));
    assert_false(asks(&wants, false, "--minimal"));
}

static void what_minimal_leaves_out_is_seen(void **state)
{
    (void)state;
    assert_false(wants_of("__global__ void k(cudaTextureObject_t t) {}\n").little);
    assert_false(wants_of("__device__ float f(T t) { return tex2D<float>(t, 0, 0); }\n").little);
    assert_false(wants_of("__device__ void f(T s) { surf2Dwrite(1, s, 0, 0); }\n").little);
    assert_false(wants_of("__global__ void k() { j<<<1, 1>>>(); }\n").little);
    Wants wants = wants_of("");
    wants_include(&wants, "cuda_fp16.h");
    assert_false(wants.little);
}

static void launches_are_linked_later(void **state)
{
    (void)state;
    Wants wants = wants_of("__global__ void k() { j<<<1, 1>>>(); }\n");
    assert_true(asks(&wants, false, "-rdc=true"));
    wants = wants_of("");
    assert_false(asks(&wants, false, "-rdc=true"));
}

static void nothing_is_left_in_the_home_folder(void **state)
{
    Wants wants = wants_of("");
    (void)state;
    for (int major = 12; major <= 13; major++) {
        Compiler compiler = {.target = 86, .nvrtc = {.major = major}};
        Options options;
        bool found = false;
        options_make(&compiler, &wants, 0, false, false, &options);
        for (int i = 0; i < options.count; i++)
            found |= strcmp(options.list[i], "--no-cache") == 0;
        options_free(&options);
        assert_int_equal(found, major >= 13);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_plain_kernel_needs_little),
        cmocka_unit_test(what_minimal_leaves_out_is_seen),
        cmocka_unit_test(launches_are_linked_later),
        cmocka_unit_test(nothing_is_left_in_the_home_folder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
