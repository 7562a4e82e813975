/* Names as the source has them. */
#include "ptx/place.h"
#include "ptx_test.h"

static void assert_name(View (*name)(View), const char *symbol, const char *expected)
{
    View got = name(view_of(symbol));
    assert_int_equal(got.size, strlen(expected));
    assert_memory_equal(got.data, expected, got.size);
}

static void variables(void **state)
{
    (void)state;
    assert_name(ptx_source_name, "_ZZ1kPfE4tile", "tile");
    assert_name(ptx_source_name, "_ZZ1kPfE4tile_0", "tile");
    assert_name(ptx_source_name, "tile", "tile");
    assert_name(ptx_source_name, "_ZZ1kPfE9tile", "_ZZ1kPfE9tile");
}

static void functions(void **state)
{
    (void)state;
    assert_name(ptx_function_name, "k", "k");
    assert_name(ptx_function_name, "_Z4fillPii", "fill");
    assert_name(ptx_function_name, "_Z4fillIiEvPT_", "fill");
    assert_name(ptx_function_name, "_ZN3lab5inner4fillEPi", "fill");
    assert_name(ptx_function_name, "_Z99x", "_Z99x");
    assert_name(ptx_function_name, "_Z", "_Z");
    assert_name(ptx_function_name, "_Z99999999999999999999999x", "_Z99999999999999999999999x");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(variables),
        cmocka_unit_test(functions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
