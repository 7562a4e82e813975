/* Opening libraries: what is refused, what is recorded. */
#include <dlfcn.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cuda/driver.h"
#include "cuda/nvrtc.h"

static void a_missing_file_is_told_and_recorded(void **state)
{
    (void)state;
    CudaDriver driver;
    SharedSearch search = {0};
    Error error = {0};
    assert_false(cuda_driver_open(&driver, "/nowhere/libcuda.so.1", &search, &error));
    assert_int_equal(error.kind, ERROR_MACHINE);
    assert_int_equal(search.tries.size, 1);
    assert_string_equal(search.tries.data[0].path, "/nowhere/libcuda.so.1");
    assert_non_null(strstr(error.text, search.tries.data[0].problem));
    assert_null(driver.handle);
    shared_search_free(&search);
}

static void a_library_that_is_no_driver_is_rejected(void **state)
{
    (void)state;
    CudaDriver driver;
    SharedSearch search = {0};
    Error error = {0};
    Dl_info libc;
    assert_int_not_equal(dladdr((void *)(uintptr_t)getenv, &libc), 0);
    assert_non_null(strchr(libc.dli_fname, '/'));
    assert_false(cuda_driver_open(&driver, libc.dli_fname, &search, &error));
    assert_non_null(strstr(search.tries.data[0].problem, "cuInit"));
    shared_search_free(&search);
}

static void an_unknown_word_is_misuse(void **state)
{
    (void)state;
    CudaDriver driver;
    Error error = {0};
    assert_false(cuda_driver_open(&driver, "tpu", NULL, &error));
    assert_int_equal(error.kind, ERROR_MISUSE);
}

static void nvrtc_of_the_environment_is_the_only_one_tried(void **state)
{
    (void)state;
    Nvrtc nvrtc;
    SharedSearch search = {0};
    Error error = {0};
    setenv("CULAB_NVRTC", "/nowhere/libnvrtc.so", 1);
    assert_false(nvrtc_open(&nvrtc, &search, &error));
    assert_int_equal(error.kind, ERROR_MACHINE);
    assert_int_equal(search.tries.size, 1);
    assert_non_null(strstr(error.text, "CULAB_NVRTC"));
    unsetenv("CULAB_NVRTC");
    shared_search_free(&search);
}

static void nvrtc_opens_where_it_is_installed(void **state)
{
    (void)state;
    Nvrtc nvrtc;
    SharedSearch search = {0};
    Error error = {0};
    if (nvrtc_open(&nvrtc, &search, &error)) {
        assert_true(nvrtc.major > 11 || nvrtc.minor >= 2);
        assert_non_null(nvrtc.nvrtcCompileProgram);
        assert_null(vec_last(&search.tries).problem);
        nvrtc_close(&nvrtc);
    } else {
        print_message("no NVRTC here: %s\n", error.text);
        assert_true(search.tries.size > 0);
    }
    shared_search_free(&search);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_missing_file_is_told_and_recorded),
        cmocka_unit_test(a_library_that_is_no_driver_is_rejected),
        cmocka_unit_test(an_unknown_word_is_misuse),
        cmocka_unit_test(nvrtc_of_the_environment_is_the_only_one_tried),
        cmocka_unit_test(nvrtc_opens_where_it_is_installed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
