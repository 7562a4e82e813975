/* UTF-8: nothing foreign reaches a terminal as a command; widths; clusters. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/utf8.h"

typedef struct Row {
    const char *text, *glyphs, *ascii;
} Row;

static const Row rows[] = {
    {"plain", "plain", "plain"},
    {"\x1b]52;c;AAAA\x07", "␛]52;c;AAAA␇", "^[]52;c;AAAA^G"},
    {"\x1bP1q\x1b\\", "␛P1q␛\\", "^[P1q^[\\"},
    {"\xc2\x9b"
     "31m",
     "<U+009B>31m", "<U+009B>31m"},
    {"a\x9b"
     "b",
     "a<9B>b", "a<9B>b"},
    {"\xe2\x80\xae"
     "x",
     "<U+202E>x", "<U+202E>x"},
    {"\x7f", "␡", "^?"},
    {"\xff\xfe", "<FF><FE>", "<FF><FE>"},
    {"\xed\xa0\x80", "<ED><A0><80>", "<ED><A0><80>"}, /* a surrogate */
    {"ä", "ä", "<U+00E4>"},
};

static void foreign_text_becomes_inert(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        StrBuf glyphs = {0}, ascii = {0};
        utf8_add_inert(&glyphs, view_of(rows[i].text), false, false);
        utf8_add_inert(&ascii, view_of(rows[i].text), false, true);
        assert_string_equal(strbuf_text(&glyphs), rows[i].glyphs);
        assert_string_equal(strbuf_text(&ascii), rows[i].ascii);
        strbuf_free(&glyphs);
        strbuf_free(&ascii);
    }
}

static void no_byte_sequence_keeps_a_control(void **state)
{
    (void)state;
    uint32_t seed = 1;
    for (int round = 0; round < 2000; round++) {
        char bytes[16];
        for (int i = 0; i < 16; i++)
            bytes[i] = (char)((seed = seed * 1664525 + 1013904223) >> 24);
        StrBuf out = {0};
        utf8_add_inert(&out, (View){bytes, sizeof bytes}, false, false);
        assert_true(utf8_valid(strbuf_view(&out)));
        for (View rest = strbuf_view(&out); rest.size;) {
            uint32_t c;
            size_t used = utf8_decode(rest, &c);
            assert_true(c >= 0x20 && !(c >= 0x7F && c < 0xA0));
            rest = view_slice(rest, used, rest.size);
        }
        strbuf_free(&out);
    }
}

static void widths_and_clusters(void **state)
{
    (void)state;
    assert_int_equal(utf8_columns(VIEW("abc")), 3);
    assert_int_equal(utf8_columns(VIEW("日本")), 4);
    assert_int_equal(utf8_columns(VIEW("e\xcc\x81")), 1);
    assert_int_equal(utf8_cluster(VIEW("e\xcc\x81x")), 3);
    assert_int_equal(utf8_cluster(VIEW("\xff"
                                       "a")),
                     1);
    assert_int_equal(utf8_cluster(VIEW("")), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(foreign_text_becomes_inert),
        cmocka_unit_test(no_byte_sequence_keeps_a_control),
        cmocka_unit_test(widths_and_clusters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
