/* Comparing whole arrays: every type, every tolerance, NaN, the ends of blocks. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "check/check.h"
#include "check/store.h"

static uint64_t wrong(ElementType type, ToleranceKind kind, double limit, double expected,
                      double got)
{
    unsigned char e[8], g[8];
    Tolerance tolerance = {kind, limit};
    Comparison comparison = {0};
    if (element_is_float(type)) {
        element_store_float(type, expected, e);
        element_store_float(type, got, g);
    } else {
        element_store_integer(type, (uint64_t)(int64_t)expected, e);
        element_store_integer(type, (uint64_t)(int64_t)got, g);
    }
    comparison_make(type, &tolerance, e, g, 1, &comparison);
    uint64_t count = comparison.wrong;
    comparison_free(&comparison);
    return count;
}

static const ElementType floats[] = {ELEMENT_F16, ELEMENT_F32, ELEMENT_F64};
static const ToleranceKind kinds[] = {TOLERANCE_EXACT, TOLERANCE_ABSOLUTE, TOLERANCE_RELATIVE,
                                      TOLERANCE_ULP};

static void nan_never_matches(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 4; j++) {
            assert_int_equal(wrong(floats[i], kinds[j], 1e9, NAN, NAN), 1);
            assert_int_equal(wrong(floats[i], kinds[j], 1e9, 1, NAN), 1);
            assert_int_equal(wrong(floats[i], kinds[j], 1e9, NAN, 1), 1);
        }
}

static void infinity_matches_itself_alone(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 4; j++) {
            assert_int_equal(wrong(floats[i], kinds[j], 0.5, INFINITY, INFINITY), 0);
            assert_int_equal(wrong(floats[i], kinds[j], 0.5, INFINITY, -INFINITY), 1);
            assert_int_equal(wrong(floats[i], kinds[j], 0.5, INFINITY, 1), 1);
            assert_int_equal(wrong(floats[i], kinds[j], 0.5, 0.0, -0.0), 0);
        }
}

static void tolerances(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++) {
        ElementType type = floats[i];
        assert_int_equal(wrong(type, TOLERANCE_EXACT, 0, 1.5, 1.5), 0);
        assert_int_equal(wrong(type, TOLERANCE_EXACT, 0, 1.5, 1.25), 1);
        assert_int_equal(wrong(type, TOLERANCE_ABSOLUTE, 0.25, 1.5, 1.25), 0);
        assert_int_equal(wrong(type, TOLERANCE_ABSOLUTE, 0.2, 1.5, 1.25), 1);
        assert_int_equal(wrong(type, TOLERANCE_RELATIVE, 0.01, 100, 101), 0);
        assert_int_equal(wrong(type, TOLERANCE_RELATIVE, 0.01, -100, -102), 1);
        assert_int_equal(wrong(type, TOLERANCE_RELATIVE, 0.5, 0, 0.001), 1);
    }
    assert_int_equal(wrong(ELEMENT_F32, TOLERANCE_ULP, 1, 1, nextafterf(1, 2)), 0);
    assert_int_equal(wrong(ELEMENT_F32, TOLERANCE_ULP, 0, 1, nextafterf(1, 2)), 1);
    assert_int_equal(wrong(ELEMENT_F32, TOLERANCE_ULP, 2, -0x1p-149, 0x1p-149), 0);
    assert_int_equal(wrong(ELEMENT_F32, TOLERANCE_ULP, 1, -0x1p-149, 0x1p-149), 1);
    assert_int_equal(wrong(ELEMENT_F64, TOLERANCE_ULP, 1, 1, nextafter(1, 2)), 0);
    assert_int_equal(wrong(ELEMENT_F64, TOLERANCE_ULP, 1, 1, 1.5), 1);
    assert_int_equal(wrong(ELEMENT_F16, TOLERANCE_ULP, 1, 2048, 2050), 0);
    assert_int_equal(wrong(ELEMENT_F16, TOLERANCE_ULP, 1, 2048, 2052), 1);
    for (int type = ELEMENT_I8; type <= ELEMENT_U64; type++) {
        assert_int_equal(wrong((ElementType)type, TOLERANCE_EXACT, 0, 100, 100), 0);
        assert_int_equal(wrong((ElementType)type, TOLERANCE_EXACT, 0, 100, 101), 1);
        assert_int_equal(wrong((ElementType)type, TOLERANCE_ABSOLUTE, 1, 100, 99), 0);
        assert_int_equal(wrong((ElementType)type, TOLERANCE_ABSOLUTE, 1, 100, 98), 1);
        assert_int_equal(wrong((ElementType)type, TOLERANCE_RELATIVE, 0.02, 100, 98), 0);
    }
}

static void large_integers_are_exact(void **state)
{
    (void)state;
    const uint64_t expected = UINT64_C(1) << 63, got = expected + 1;
    Tolerance exact = {TOLERANCE_EXACT, 0}, one = {TOLERANCE_ABSOLUTE, 1};
    Comparison comparison = {0};
    comparison_make(ELEMENT_U64, &exact, &expected, &got, 1, &comparison);
    assert_int_equal(comparison.wrong, 1);
    assert_true(comparison.mismatches.data[0].difference == 1);
    assert_true(isnan(comparison.mismatches.data[0].ulp));
    comparison_free(&comparison);
    comparison_make(ELEMENT_U64, &one, &expected, &got, 1, &comparison);
    assert_int_equal(comparison.wrong, 0);
    comparison_free(&comparison);
}

/* Each element alone is wrong in turn, in arrays around the length of a block. */
static void finds_each_element(void **state)
{
    (void)state;
    static const uint64_t counts[] = {1, 31, 33, 1023, 1024, 1025, 2049};
    float *expected = calloc(2049, sizeof *expected), *got = calloc(2049, sizeof *got);
    Tolerance exact = {TOLERANCE_EXACT, 0};
    for (size_t i = 0; i < 7; i++)
        for (uint64_t at = 0; at < counts[i]; at++) {
            Comparison comparison = {0};
            got[at] = 1;
            comparison_make(ELEMENT_F32, &exact, expected, got, counts[i], &comparison);
            got[at] = 0;
            assert_int_equal(comparison.wrong, 1);
            assert_int_equal(comparison.first_wrong, at);
            assert_int_equal(comparison.mismatches.data[0].index, at);
            assert_int_equal(comparison.wrong_bits[at / 8], 1 << at % 8);
            comparison_free(&comparison);
        }
    free(expected);
    free(got);
}

static void keeps_only_the_first(void **state)
{
    (void)state;
    enum { COUNT = 10000 };
    int32_t *expected = calloc(COUNT, 4), *got = malloc(COUNT * 4);
    memset(got, 0xff, COUNT * 4);
    Tolerance exact = {TOLERANCE_EXACT, 0};
    Comparison comparison = {.argument = 2};
    comparison_make(ELEMENT_I32, &exact, expected, got, COUNT, &comparison);
    assert_int_equal(comparison.argument, 2);
    assert_int_equal(comparison.wrong, COUNT);
    assert_int_equal(comparison.mismatches.size, MISMATCHES_KEPT);
    assert_int_equal(comparison.wrong_bits[COUNT / 8 - 1], 0xff);
    comparison_free(&comparison);
    free(expected);
    free(got);
}

static void empty_is_right(void **state)
{
    (void)state;
    Tolerance exact = {TOLERANCE_EXACT, 0};
    Comparison comparison = {0};
    comparison_make(ELEMENT_F32, &exact, "", "", 0, &comparison);
    assert_int_equal(comparison.wrong, 0);
    comparison_free(&comparison);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nan_never_matches),  cmocka_unit_test(infinity_matches_itself_alone),
        cmocka_unit_test(tolerances),         cmocka_unit_test(large_integers_are_exact),
        cmocka_unit_test(finds_each_element), cmocka_unit_test(keeps_only_the_first),
        cmocka_unit_test(empty_is_right),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
