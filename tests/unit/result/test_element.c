/* Elements: every type's names, extremes and texts; half precision against known bit patterns. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <string.h>

#include "result/result.h"

static void assert_text(ElementType type, const void *at, bool hex, const char *expected)
{
    StrBuf out = {0};
    element_format(type, at, &out, hex);
    assert_string_equal(strbuf_text(&out), expected);
    strbuf_free(&out);
}

static void names_parse_back(void **state)
{
    (void)state;
    for (int type = 0; type < ELEMENT_COUNT; type++) {
        ElementType parsed;
        assert_true(element_parse(view_of(element_text((ElementType)type)), &parsed));
        assert_int_equal(parsed, type);
    }
    ElementType parsed;
    assert_true(element_parse(VIEW("float"), &parsed) && parsed == ELEMENT_F32);
    assert_false(element_parse(VIEW("f31"), &parsed));
}

static void integers_keep_their_sign(void **state)
{
    (void)state;
    int8_t small = -1;
    int64_t low = INT64_MIN;
    uint64_t high = UINT64_MAX;
    assert_true(element_value(ELEMENT_I8, &small) == -1);
    assert_true(element_value(ELEMENT_U8, &small) == 255);
    assert_text(ELEMENT_I64, &low, false, "-9223372036854775808");
    assert_text(ELEMENT_U64, &high, false, "18446744073709551615");
    assert_text(ELEMENT_U64, &high, true, "0xffffffffffffffff");
}

static void halves(void **state)
{
    (void)state;
    const struct {
        uint16_t bits;
        double value;
    } rows[] = {
        {0x3c00, 1},       {0xc000, -2},       {0x7bff, 65504},     {0x0001, 0x1p-24},
        {0x0400, 0x1p-14}, {0x7c00, INFINITY}, {0xfc00, -INFINITY}, {0x3555, 0.333251953125}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_true(element_value(ELEMENT_F16, &rows[i].bits) == rows[i].value);
    uint16_t nan_bits = 0x7e00;
    assert_true(isnan(element_value(ELEMENT_F16, &nan_bits)));
}

static void neighbours_look_different(void **state)
{
    (void)state;
    float a = 0.1f, b = nextafterf(a, 1);
    StrBuf first = {0}, second = {0};
    element_format(ELEMENT_F32, &a, &first, false);
    element_format(ELEMENT_F32, &b, &second, false);
    assert_string_not_equal(strbuf_text(&first), strbuf_text(&second));
    strbuf_free(&first);
    strbuf_free(&second);
}

static void places_in_one_two_and_three_dimensions(void **state)
{
    (void)state;
    StrBuf out = {0};
    element_add_index((uint64_t[3]){100, 1, 1}, 17, &out);
    element_add_index((uint64_t[3]){10, 4, 1}, 17, &out);
    element_add_index((uint64_t[3]){3, 2, 4}, 17, &out);
    assert_string_equal(strbuf_text(&out), "[17][1][7][2][1][2]");
    strbuf_free(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_parse_back),
        cmocka_unit_test(integers_keep_their_sign),
        cmocka_unit_test(halves),
        cmocka_unit_test(neighbours_look_different),
        cmocka_unit_test(places_in_one_two_and_three_dimensions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
