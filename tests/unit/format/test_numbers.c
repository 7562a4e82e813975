/* Numbers are written as the C library writes them, to the last digit, whatever the conversion. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../rounds.h"
#include "format/format.h"

enum { ROUNDS = 60000 };

static uint64_t argument_bits;

static bool read_argument(void *state, uint64_t address, void *out, uint32_t bytes)
{
    (void)state;
    memcpy(out, (const char *)&argument_bits + address, bytes);
    return true;
}

static const FormatSource source = {.read = read_argument};

/* A repeatable sequence (splitmix64). */
static uint64_t next(uint64_t *seed)
{
    uint64_t z = *seed += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return z ^ z >> 31;
}

static void check(const char *format, const char *expected)
{
    static FormatText text;
    bool malformed;
    text.size = 0;
    FormatPlan *plan = format_plan_new(format, strlen(format));
    format_plan_print(plan, &source, 0, &text, &malformed);
    format_plan_free(plan);
    if (strcmp(text.data ? text.data : "", expected) != 0)
        fail_msg("%s of %#llx: \"%s\", not \"%s\"", format, (unsigned long long)argument_bits,
                 text.data ? text.data : "", expected);
    assert_false(malformed);
    if (text.capacity > 4096) {
        free(text.data);
        text = (FormatText){0};
    }
}

/* "%", flags, width and precision, each of them or not. */
static int make_format(uint64_t *seed, char *out, size_t size, int precision_most)
{
    static const char flags[] = "-+ #0";
    int at = snprintf(out, size, "%%");
    uint64_t chosen = next(seed);
    for (size_t i = 0; i < sizeof flags - 1; i++)
        if ((chosen >> 2 * i & 3) == 0)
            out[at++] = flags[i];
    if (next(seed) % 2)
        at += snprintf(out + at, size - (size_t)at, "%d", (int)(1 + next(seed) % 30));
    if (next(seed) % 2)
        at += snprintf(out + at, size - (size_t)at, ".%d",
                       (int)(next(seed) % (uint64_t)(precision_most + 1)));
    return at;
}

#pragma GCC diagnostic ignored "-Wformat-nonliteral"
static void test_integers(void **state)
{
    static const char *const lengths[] = {"hh", "h", "", "l", "ll", "z", "j", "t"};
    uint64_t seed = 1;
    (void)state;
    for (uint32_t i = 0; i < rounds(ROUNDS); i++) {
        char format[64], expected[128];
        int at = make_format(&seed, format, sizeof format, 25);
        const char *length = lengths[next(&seed) % 8];
        argument_bits = next(&seed) >> next(&seed) % 64;
        if (next(&seed) % 4 == 0)
            argument_bits = 0 - argument_bits;
        if (next(&seed) % 16 == 0)
            argument_bits = 0;
        snprintf(format + at, sizeof format - (size_t)at, "%s%c", length,
                 "diuxXo"[next(&seed) % 6]);
        snprintf(expected, sizeof expected, format, argument_bits);
        check(format, expected);
    }
}

/* Values of all kinds: any bits, decimals, halves between two last digits, whole numbers, powers.
 */
static double any_value(uint64_t *seed)
{
    uint64_t bits = next(seed);
    double value, small = (double)(int64_t)(next(seed) % 2000001) - 1000000;
    switch (next(seed) % 8) {
    case 0:
        memcpy(&value, &bits, sizeof value);
        return value;
    case 1:
        return small / 1000;
    case 2:
        return small / 1024; /* halves in binary */
    case 3:
        return (double)(float)(small * 0.1f);
    case 4:
        return (double)(int64_t)bits / (double)(UINT64_C(1) << next(seed) % 63);
    case 5:
        return pow(10, (double)(int)(next(seed) % 60) - 30);
    case 6:
        return nextafter(pow(10, (double)(int)(next(seed) % 40) - 20),
                         next(seed) % 2 ? INFINITY : -INFINITY);
    default:
        return ldexp((double)(bits >> 11), (int)(next(seed) % 160) - 130);
    }
}

static void check_real(uint64_t *seed, double value)
{
    char format[64], expected[1024], letter = "fFeEgGgfaA"[next(seed) % 10];
    int at = make_format(seed, format, sizeof format, next(seed) % 4 ? 9 : 25);
    format[at] = 0;
    if (strchr("gG", letter) && strchr(format, '#'))
        return; /* glibc (2.36) loses zeros of 999999.5 by %#g, which is 1.00000e+06 */
    snprintf(format + at, sizeof format - (size_t)at, "%c", letter);
    snprintf(expected, sizeof expected, format, value);
    memcpy(&argument_bits, &value, sizeof value);
    check(format, expected);
}

static void test_reals(void **state)
{
    static const double edges[] = {0.0,      -0.0,      0.5,      1.5,    2.5,       9.5,   0.05,
                                   99.5,     999999.5,  9.999995, 1e-5,   9.9999e-5, 1e15,  1e16,
                                   1e17,     1e22,      1e23,     5e-324, 1e-308,    1e308, 0.1,
                                   INFINITY, -INFINITY, NAN,      123456, 1234567,   0.125, 0.0001};
    uint64_t seed = 7;
    (void)state;
    for (size_t i = 0; i < 100 * sizeof edges / sizeof *edges; i++)
        check_real(&seed, edges[i % (sizeof edges / sizeof *edges)]);
    for (uint32_t i = 0; i < rounds(4 * ROUNDS); i++)
        check_real(&seed, any_value(&seed));
}

static void test_zeros_are_kept(void **state)
{
    static const struct {
        double value;
        const char *format, *expected;
    } rows[] = {
        {999999.5, "%#g", "1.00000e+06"}, {1.5, "%#g", "1.50000"},
        {0.0, "%#g", "0.00000"},          {100000, "%#g", "100000."},
        {0.00012, "%#.3G", "0.000120"},   {2e30, "%#.2G", "2.0E+30"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        memcpy(&argument_bits, &rows[i].value, sizeof argument_bits);
        check(rows[i].format, rows[i].expected);
    }
}

static void test_chars_and_pointers(void **state)
{
    uint64_t seed = 3;
    (void)state;
    for (int i = 0; i < 200; i++) {
        char format[64], expected[128];
        int width = (int)(next(&seed) % 24);
        const char *flag = next(&seed) % 2 ? "-" : "";
        argument_bits = i % 10 ? next(&seed) >> i % 60 : 0;
        snprintf(format, sizeof format, "%%%s%dp", flag, width + 1);
        snprintf(expected, sizeof expected, format, (void *)(uintptr_t)argument_bits);
        check(format, expected);
        argument_bits = 'a' + (uint64_t)i % 26;
        snprintf(format, sizeof format, "%%%s%dc", flag, width + 1);
        snprintf(expected, sizeof expected, format, (int)argument_bits);
        check(format, expected);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_integers),
        cmocka_unit_test(test_reals),
        cmocka_unit_test(test_zeros_are_kept),
        cmocka_unit_test(test_chars_and_pointers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
