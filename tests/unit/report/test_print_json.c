/* Printf records written directly are what the JSON library writes of their values. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "report/print_json.h"

static json_t *document_with(json_t *list)
{
    return json_pack("{s:s,s:o,s:[i]}", "first", "\n \"printf\": []", "printf", list, "last", 1);
}

static void check(const PrintLog *log)
{
    StrBuf direct = {0}, expected = {0};
    json_print(document_with(json_of_prints(log)), &expected);
    json_print_with_prints(document_with(json_array()), log, &direct);
    assert_string_equal(strbuf_text(&direct), strbuf_text(&expected));
    strbuf_free(&direct);
    strbuf_free(&expected);
}

static void no_records(void **state)
{
    (void)state;
    check(&(PrintLog){0});
}

static void texts_of_any_bytes(void **state)
{
    static const char *const texts[] = {
        "plain\n",
        "",
        "\"quoted\" \\ / \b\f\r\t\x01\x1b\x7f",
        "caf\xc3\xa9 \xe2\x80\xae \xf0\x9f\x98\x80",
        "\xff\xc3(\xed\xa0\x80\xf4\x90\x80\x80\xe2\x82",
    };
    PrintLog log = {0};
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        print_log_add(&log, &(PrintRecord){.run = (uint32_t)i,
                                           .block = {i ? UINT32_MAX : 0, 2, 3},
                                           .thread = {10, 200, (uint32_t)i},
                                           .attributed = i != 1,
                                           .malformed = i == 2,
                                           .line = 17,
                                           .text = texts[i],
                                           .size = strlen(texts[i])});
    print_log_add(&log, &(PrintRecord){.text = "a\0b", .size = 3});
    check(&log);
    print_log_free(&log);
}

static void random_bytes(void **state)
{
    PrintLog log = {0};
    uint32_t seed = 1;
    (void)state;
    for (int i = 0; i < 2000; i++) {
        char text[24];
        for (size_t k = 0; k < sizeof text; k++)
            text[k] = (char)((seed = seed * 1664525 + 1013904223) >> 24);
        print_log_add(&log, &(PrintRecord){.attributed = true, .text = text, .size = sizeof text});
    }
    check(&log);
    print_log_free(&log);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_records),
        cmocka_unit_test(texts_of_any_bytes),
        cmocka_unit_test(random_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
