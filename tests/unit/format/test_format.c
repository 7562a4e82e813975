/* printf's formatting. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "format/format.h"

/* A thread's memory: the format at 0, arguments at ARGS, a text at TEXT; nothing behind END. */
enum { ARGS = 512, TEXT = 768, END = 1024 };
static unsigned char space[END];

static bool read_space(void *state, uint64_t address, void *out, uint32_t bytes)
{
    (void)state;
    if (address >= END || bytes > END - address)
        return false;
    memcpy(out, space + address, bytes);
    return true;
}

static const FormatSource source = {.read = read_space, .poisoned = true};

/* Formats with the arguments that lie at ARGS. */
static void check(const char *format, const char *expected, int used, bool malformed)
{
    FormatText text = {0};
    bool bad;
    snprintf((char *)space, ARGS, "%s", format);
    int n = format_print(&source, 0, ARGS, &text, &bad);
    assert_string_equal(text.data ? text.data : "", expected);
    assert_int_equal(n, used);
    assert_int_equal(bad, malformed);
    free(text.data);
}

static void put(size_t at, uint64_t value, size_t bytes)
{
    memcpy(space + ARGS + at, &value, bytes);
}

static void put_double(size_t at, double value)
{
    memcpy(space + ARGS + at, &value, sizeof(value));
}

static void test_integers(void **state)
{
    (void)state;
    put(0, (uint64_t)-42, 4);
    check("%d|", "-42|", 1, false);
    check("%u|", "4294967254|", 1, false);
    check("%x|", "ffffffd6|", 1, false);
    check("%#X|", "0XFFFFFFD6|", 1, false);
    check("%8d|", "     -42|", 1, false);
    check("%-8d|", "-42     |", 1, false);
    check("%08d|", "-0000042|", 1, false);
    check("%.5d|", "-00042|", 1, false);
    check("%hhu|", "214|", 1, false);
    check("%hd|", "-42|", 1, false);
    put(0, UINT64_C(0x123456789abcdef0), 8);
    check("%llx|", "123456789abcdef0|", 1, false);
    check("%zu|", "1311768467463790320|", 1, false);
    check("%p|", "0x123456789abcdef0|", 1, false);
}

static void test_arguments_lie_at_multiples_of_their_size(void **state)
{
    (void)state;
    put(0, 7, 4);
    put_double(8, 2.5);
    put(16, 9, 4);
    check("%d %f %d", "7 2.500000 9", 3, false);
}

static void test_floats(void **state)
{
    (void)state;
    put_double(0, 1234.5678);
    check("%.2f", "1234.57", 1, false);
    check("%e", "1.234568e+03", 1, false);
    check("%G", "1234.57", 1, false);
    check("%+10.1f|", "   +1234.6|", 1, false);
    check("%a", "0x1.34a456d5cfaadp+10", 1, false);
}

static void test_star(void **state)
{
    (void)state;
    put(0, 6, 4);
    put(4, 5, 4);
    check("%*d|", "     5|", 2, false);
    put(0, (uint64_t)-6, 4);
    check("%*d|", "5     |", 2, false);
}

static void test_text(void **state)
{
    (void)state;
    put(0, TEXT, 8);
    snprintf((char *)space + TEXT, END - TEXT, "hello");
    check("[%s]", "[hello]", 1, false);
    check("[%8s]", "[   hello]", 1, false);
    check("[%-8.3s]", "[hel     ]", 1, false);
    put(0, 'x', 4);
    check("%c%%", "x%", 1, false);
}

static void test_what_does_not_fit_is_marked(void **state)
{
    (void)state;
    put(0, END + 5, 8);
    check("%s", "(bad string)", 1, true);
    check("%n", "%n", 1, true);
    check("%y", "%y", 0, true);
    check("100%", "100%", 0, true);
    put(0, 0, 8);
    check("%s", "(null)", 1, false);
}

static void test_wide_fields_are_cut(void **state)
{
    (void)state;
    FormatText text = {0};
    bool bad;
    put(0, 1, 4);
    snprintf((char *)space, ARGS, "%%99999999999d");
    format_print(&source, 0, ARGS, &text, &bad);
    assert_int_equal(text.size, 4096);
    free(text.data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_integers),
        cmocka_unit_test(test_arguments_lie_at_multiples_of_their_size),
        cmocka_unit_test(test_floats),
        cmocka_unit_test(test_star),
        cmocka_unit_test(test_text),
        cmocka_unit_test(test_what_does_not_fit_is_marked),
        cmocka_unit_test(test_wide_fields_are_cut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
