/* Logs of printf records, joined. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "result/result.h"

/* `count` records "PREFIX NUMBER". */
static void add(PrintLog *log, const char *prefix, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        char text[32];
        int size = snprintf(text, sizeof text, "%s %u", prefix, i);
        print_log_add(log, &(PrintRecord){.line = i, .text = text, .size = (size_t)size});
    }
}

static void expect(const PrintLog *log, size_t at, const char *text)
{
    const PrintRecord *record = &log->records.data[at];
    assert_int_equal(record->size, strlen(text));
    assert_memory_equal(record->text, text, record->size);
}

/* Few records are copied, many are taken over with their memory. */
static void test_join(void **state)
{
    PrintLog log = {0}, few = {0}, many = {0};
    (void)state;
    add(&few, "few", 3);
    add(&many, "many", 5000);
    print_log_join(&log, &few);
    print_log_join(&log, &many);
    add(&few, "more", 2);
    print_log_join(&log, &few);
    assert_int_equal(few.records.size, 0);
    assert_int_equal(many.records.size, 0);
    assert_null(many.arena.chunk);
    assert_int_equal(log.records.size, 5005);
    expect(&log, 0, "few 0");
    expect(&log, 2, "few 2");
    expect(&log, 3, "many 0");
    expect(&log, 5002, "many 4999");
    expect(&log, 5004, "more 1");
    print_log_free(&log);
}

static void test_join_into_nothing(void **state)
{
    PrintLog log = {0}, many = {0}, none = {0};
    (void)state;
    add(&many, "many", 2000);
    print_log_join(&log, &many);
    print_log_join(&log, &none);
    assert_int_equal(log.records.size, 2000);
    expect(&log, 1999, "many 1999");
    print_log_free(&log);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_join),
        cmocka_unit_test(test_join_into_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
