/* Terminal input: keys, pastes, split and unknown sequences. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "term/input.h"

/* Adds what the events are: "Ctrl-A ", "paste(...) ". */
static void describe(Input *input, bool over, StrBuf *out)
{
    InputEvent event;
    while ((event = input_next(input, over)).kind != INPUT_NOTHING) {
        if (event.kind == INPUT_KEY)
            key_format(event.key, out);
        else
            strbuf_format(out, "paste(%.*s)", VIEW_ARG(event.paste));
        strbuf_add_byte(out, ' ');
    }
}

static void expect(View bytes, const char *events)
{
    Input input = {0};
    StrBuf seen = {0};
    input_feed(&input, bytes);
    describe(&input, false, &seen);
    describe(&input, true, &seen);
    assert_string_equal(strbuf_text(&seen), events);
    assert_int_equal(input_wait_ms(&input), -1);
    strbuf_free(&seen);
    input_free(&input);
}

static void characters_and_controls(void **state)
{
    (void)state;
    expect(VIEW("aZ é"), "a Z Space é ");
    expect(VIEW("\001\032\r\n\t\x7f\b"), "Ctrl-A Ctrl-Z Enter Enter Tab Backspace Backspace ");
    expect(VIEW("\037\034"), "Ctrl-_ Ctrl-\\ ");
}

static void named_keys_of_many_terminals(void **state)
{
    (void)state;
    expect(VIEW("\033[A\033OB\033[1;5C\033[1;2D"), "Up Down Ctrl-Right Shift-Left ");
    expect(VIEW("\033[H\033OF\033[1~\033[8~"), "Home End Home End ");
    expect(VIEW("\033[3~\033[5;5~\033[6~"), "Delete Ctrl-PageUp PageDown ");
    expect(VIEW("\033OP\033[15~\033[[E\033[24~"), "F1 F5 F5 F12 ");
    expect(VIEW("\033[Z\033[17;2~\033[32~"), "Shift-Tab Shift-F6 Shift-F6 ");
    expect(VIEW("\033[a\033Od\033[7$\033[8^"), "Shift-Up Ctrl-Left Shift-Home Ctrl-End ");
    expect(VIEW("\033[97;5u\033[27;5;65~"), "Ctrl-A Ctrl-A ");
    expect(VIEW("\033x\0331\033\033[A"), "Alt-x Alt-1 Alt-Up ");
}

static void unknown_sequences_are_swallowed(void **state)
{
    (void)state;
    expect(VIEW("a\033[<0;3;4Mb"), "a b ");
    expect(VIEW("a\033[?62;1;4cb"), "a b ");
    expect(VIEW("a\033]52;c;aGk=\007b\033P1$r0m\033\\c"), "a b c ");
    expect(VIEW("a\033[201~b"), "a b ");
    expect(VIEW("\xff\x9b"
                "A"),
           "A ");
}

static void escape_alone_waits(void **state)
{
    (void)state;
    Input input = {0};
    input_feed(&input, VIEW("\033"));
    assert_int_equal(input_next(&input, false).kind, INPUT_NOTHING);
    assert_int_equal(input_wait_ms(&input), INPUT_KEY_WAIT_MS);
    assert_int_equal(input_next(&input, true).key, KEYCODE_ESCAPE);
    input_feed(&input, VIEW("\033[1"));
    assert_int_equal(input_next(&input, false).kind, INPUT_NOTHING);
    input_feed(&input, VIEW(";5A"));
    assert_int_equal(input_next(&input, false).key, KEYCODE_UP | KEY_WITH_CTRL);
    input_free(&input);
    expect(VIEW("\033\033"), "Esc ");
}

static void pastes_are_literal(void **state)
{
    (void)state;
    expect(VIEW("\033[200~a\r\nb\rc\td\033[201~x"), "paste(a\nb\nc\td) x ");
    expect(VIEW("\033[200~\033[200~in\033[A\003\033[201~\033[201~"),
           "paste(\033[200~in\033[A\003) ");
    expect(VIEW("\033[200~no end"), "paste(no end) ");
    expect(VIEW("\033[200~\033[201~"), "paste() ");
}

static void pastes_keep_nul(void **state)
{
    (void)state;
    Input input = {0};
    input_feed(&input, VIEW("\033[200~a\0b\033[201~"));
    InputEvent event = input_next(&input, false);
    assert_int_equal(event.kind, INPUT_PASTE);
    assert_int_equal(event.paste.size, 3);
    assert_memory_equal(event.paste.data, "a\0b", 3);
    input_free(&input);
}

/* However the bytes are cut, the same events come. */
static void splits_do_not_matter(void **state)
{
    (void)state;
    View bytes = VIEW("x\033[1;5Cé\033[200~p\r\n\033[20\033[201~\033]0;t\007\033OAy\033[[B");
    for (size_t cut = 1; cut < bytes.size; cut++) {
        Input input = {0};
        StrBuf seen = {0};
        input_feed(&input, view_slice(bytes, 0, cut));
        describe(&input, false, &seen);
        input_feed(&input, view_slice(bytes, cut, bytes.size));
        describe(&input, false, &seen);
        assert_string_equal(strbuf_text(&seen), "x Ctrl-Right é paste(p\n\033[20) Up y F2 ");
        strbuf_free(&seen);
        input_free(&input);
    }
}

static void any_bytes_are_taken(void **state)
{
    (void)state;
    static const char likely[] = "\033[O]P~;0123456789ABMZu<\\\007\xc3\xa9\xff\0a";
    Input input = {0};
    StrBuf seen = {0};
    srand(1);
    for (int round = 0; round < 20000; round++) {
        char bytes[8];
        size_t size = 1 + (size_t)rand() % sizeof bytes;
        for (size_t i = 0; i < size; i++)
            bytes[i] = likely[(size_t)rand() % (sizeof likely - 1)];
        input_feed(&input, (View){bytes, size});
        describe(&input, rand() % 4 == 0, &seen);
        strbuf_clear(&seen);
    }
    describe(&input, true, &seen);
    describe(&input, true, &seen);
    assert_int_equal(input_wait_ms(&input), -1);
    strbuf_free(&seen);
    input_free(&input);
}

static void large_pastes_come_whole(void **state)
{
    (void)state;
    enum { SIZE = 10 << 20, PIECE = 65536 };
    Input input = {0};
    char *text = malloc(SIZE);
    memset(text, 'x', SIZE);
    input_feed(&input, VIEW("\033[200~"));
    for (size_t at = 0; at < SIZE; at += PIECE) {
        input_feed(&input, (View){text + at, PIECE});
        assert_int_equal(input_next(&input, false).kind, INPUT_NOTHING);
    }
    input_feed(&input, VIEW("\033[201~"));
    InputEvent event = input_next(&input, false);
    assert_int_equal(event.kind, INPUT_PASTE);
    assert_int_equal(event.paste.size, SIZE);
    free(text);
    input_free(&input);
}

/* What is too much is cut off at the end: no hole in the middle. */
static void pastes_past_the_limit_are_cut(void **state)
{
    (void)state;
    enum { PIECE = INPUT_PASTE_LIMIT - 10 };
    Input input = {0};
    char *text = malloc(PIECE);
    memset(text, 'x', PIECE);
    input_feed(&input, VIEW("\033[200~"));
    input_feed(&input, (View){text, PIECE});
    assert_int_equal(input_next(&input, false).kind, INPUT_NOTHING);
    input_feed(&input, VIEW("0123456789abcdef"));
    assert_int_equal(input_next(&input, false).kind, INPUT_NOTHING);
    input_feed(&input, VIEW("end\033[201~"));
    InputEvent event = input_next(&input, false);
    assert_int_equal(event.kind, INPUT_PASTE);
    assert_int_equal(event.paste.size, INPUT_PASTE_LIMIT);
    assert_memory_equal(event.paste.data + PIECE, "0123456789", 10);
    free(text);
    input_free(&input);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(characters_and_controls),
        cmocka_unit_test(named_keys_of_many_terminals),
        cmocka_unit_test(unknown_sequences_are_swallowed),
        cmocka_unit_test(escape_alone_waits),
        cmocka_unit_test(pastes_are_literal),
        cmocka_unit_test(pastes_keep_nul),
        cmocka_unit_test(splits_do_not_matter),
        cmocka_unit_test(any_bytes_are_taken),
        cmocka_unit_test(large_pastes_come_whole),
        cmocka_unit_test(pastes_past_the_limit_are_cut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
