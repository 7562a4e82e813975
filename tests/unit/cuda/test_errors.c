/* Every result has a name and a text, and unknown numbers have none. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "cuda/driver.h"
#include "cuda/errors.h"

static void known_results_are_named(void **state)
{
    (void)state;
    assert_string_equal(cuda_result_name(CUDA_SUCCESS), "CUDA_SUCCESS");
    assert_string_equal(cuda_result_name(700), "CUDA_ERROR_ILLEGAL_ADDRESS");
    assert_string_equal(nvrtc_result_name(6), "NVRTC_ERROR_COMPILATION");
    assert_non_null(cuda_result_text(719));
    assert_non_null(nvrtc_result_text(0));
}

static void unknown_results_are_not(void **state)
{
    (void)state;
    assert_null(cuda_result_name(-1));
    assert_null(cuda_result_text(12345));
    assert_null(nvrtc_result_name(99));
    assert_null(nvrtc_result_text(-5));
}

static void descriptions_hold_name_number_and_text(void **state)
{
    (void)state;
    StrBuf text = {0};
    cuda_result_describe(CUDA_ERROR_NO_DEVICE, &text);
    assert_non_null(strstr(strbuf_text(&text), "CUDA_ERROR_NO_DEVICE (100): "));
    strbuf_clear(&text);
    cuda_result_describe(4711, &text);
    assert_non_null(strstr(strbuf_text(&text), "4711"));
    strbuf_free(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_results_are_named),
        cmocka_unit_test(unknown_results_are_not),
        cmocka_unit_test(descriptions_hold_name_number_and_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
