/* Expressions: values, precedence, and every refusal. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "lesson/lesson.h"

static const CaseVariable variables[] = {{"n", 129}, {"width", 640}};

static int64_t value(const char *text)
{
    Error error = {0};
    int64_t out = -12345;
    if (!expression_value(text, variables, 2, &out, &error))
        fail_msg("%s: %s", text, error.text);
    return out;
}

static void refused(const char *text, const char *why)
{
    Error error = {0};
    int64_t out = 7;
    assert_false(expression_value(text, variables, 2, &out, &error));
    assert_int_equal(out, 7);
    assert_int_equal(error.kind, ERROR_CONTENT);
    if (!strstr(error.text, why))
        fail_msg("%s: \"%s\" does not hold \"%s\"", text, error.text, why);
}

static void computes(void **state)
{
    (void)state;
    assert_int_equal(value("2 + 3 * 4"), 14);
    assert_int_equal(value("(2 + 3) * 4"), 20);
    assert_int_equal(value("10 - 3 - 2"), 5);
    assert_int_equal(value("-7 / 2"), -3);
    assert_int_equal(value("n % 32"), 1);
    assert_int_equal(value("--n"), 129);
    assert_int_equal(value("0x10"), 16);
    assert_int_equal(value(" ceil_div(n, 128) "), 2);
    assert_int_equal(value("ceil_div(128, 128)"), 1);
    assert_int_equal(value("ceil_div(-7, 2)"), -3);
    assert_int_equal(value("min(n, width) + max(1, 2)"), 131);
}

static void compares(void **state)
{
    (void)state;
    assert_int_equal(value("n == 129"), 1);
    assert_int_equal(value("n != 129"), 0);
    assert_int_equal(value("n < 129 || n >= 129"), 1);
    assert_int_equal(value("n <= 128 && 1"), 0);
    assert_int_equal(value("1 + 1 > 1 == 1"), 1);
}

static void refuses(void **state)
{
    (void)state;
    refused("m", "no variable m");
    refused("m", "n, width");
    refused("n / 0", "division by zero");
    refused("n % (n - n)", "division by zero");
    refused("ceil_div(1, 0)", "division by zero");
    refused("9223372036854775807 + 1", "64 bits");
    refused("9223372036854775807 * 2", "64 bits");
    refused("(-9223372036854775807 - 1) / -1", "64 bits");
    refused("-(-9223372036854775807 - 1)", "64 bits");
    refused("9223372036854775808", "in range");
    refused("", "expected a number");
    refused("(n", "expected )");
    refused("n n", "expected an operator");
    refused("sqrt(n)", "no function sqrt");
    refused("min(n)", "comma");
    refused("12ab", "whole number");
}

static void depth_is_limited(void **state)
{
    (void)state;
    char text[20001];
    memset(text, '(', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    refused(text, "");
    memset(text, '-', sizeof text - 1);
    refused(text, "");
}

static void expands_print_lines(void **state)
{
    (void)state;
    StrBuf line = {0};
    Error error = {0};
    assert_true(print_line_expand("a {n + 1}, {{b} {width}", variables, 2, &line, &error));
    assert_string_equal(strbuf_text(&line), "a 130, {b} 640");
    assert_false(print_line_expand("{n", variables, 2, &line, &error));
    assert_non_null(strstr(error.text, "without its }"));
    strbuf_free(&line);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(computes),
        cmocka_unit_test(compares),
        cmocka_unit_test(refuses),
        cmocka_unit_test(depth_is_limited),
        cmocka_unit_test(expands_print_lines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
