/* The text against a naive model: random edits, lines, marks, undo to the beginning and back. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/clock.h"
#include "base/hash.h"
#include "text/text.h"

static uint64_t random_next(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return *state >> 33;
}

static void model_replace(StrBuf *model, size_t from, size_t to, View with)
{
    StrBuf made = {0};
    strbuf_add_bytes(&made, strbuf_text(model), from);
    strbuf_add(&made, with);
    strbuf_add_bytes(&made, strbuf_text(model) + to, model->size - to);
    strbuf_free(model);
    *model = made;
}

static void assert_content(const Text *text, const StrBuf *model)
{
    StrBuf content = {0};
    text_copy(text, 0, text_size(text), &content);
    assert_int_equal(content.size, model->size);
    assert_memory_equal(strbuf_text(&content), strbuf_text(model), model->size);
    assert_int_equal(text_hash(text), hash_bytes(HASH_START, content.data, content.size));
    strbuf_free(&content);
}

static void assert_lines(const Text *text, const StrBuf *model)
{
    size_t line = 0, start = 0;
    for (size_t i = 0; i <= model->size; i++) {
        assert_int_equal(text_line_of(text, i), line);
        if (i < model->size && model->data[i] != '\n')
            continue;
        assert_int_equal(text_line_start(text, line), start);
        assert_int_equal(text_line_end(text, line), i);
        line++;
        start = i + 1;
    }
    assert_int_equal(text_line_count(text), line);
}

static View random_text(uint64_t *seed, char *buffer, size_t limit)
{
    size_t size = random_next(seed) % limit;
    for (size_t i = 0; i < size; i++)
        buffer[i] = "ab\nc\0\xc3"[random_next(seed) % 6];
    return (View){buffer, size};
}

static void random_edit(Text *text, StrBuf *model, uint64_t *seed)
{
    char bytes[40];
    size_t size = model->size;
    size_t from = random_next(seed) % (size + 1);
    size_t most = size - from < 30 ? size - from : 30;
    size_t to = from + random_next(seed) % (most + 1);
    View with = random_text(seed, bytes, size > 600 ? 4 : sizeof bytes);
    text_replace(text, from, to, with);
    model_replace(model, from, to, with);
}

static void random_edits_agree_with_the_model(void **state)
{
    (void)state;
    uint64_t seed = 7;
    StrBuf model = {0};
    strbuf_add_text(&model, "one\ntwo\n");
    Text *text = text_new(strbuf_view(&model));
    for (int i = 0; i < 20000; i++) {
        random_edit(text, &model, &seed);
        if (i % 16 == 0) {
            assert_content(text, &model);
            assert_lines(text, &model);
        }
    }
    text_free(text);
    strbuf_free(&model);
}

static void undo_goes_to_the_beginning_and_redo_to_the_end(void **state)
{
    (void)state;
    uint64_t seed = 11;
    StrBuf model = {0}, start = {0};
    strbuf_add_text(&start, "start\n");
    strbuf_add_text(&model, "start\n");
    Text *text = text_new(strbuf_view(&model));
    for (int i = 0; i < 3000; i++) {
        bool group = random_next(&seed) % 4 == 0;
        if (group)
            text_group_begin(text);
        random_edit(text, &model, &seed);
        if (group) {
            random_edit(text, &model, &seed);
            text_group_end(text);
        }
    }
    size_t position;
    for (int round = 0; round < 2; round++) {
        while (text_undo(text, &position))
            assert_true(position <= text_size(text));
        assert_content(text, &start);
        assert_lines(text, &start);
        while (text_redo(text, &position))
            assert_true(position <= text_size(text));
        assert_content(text, &model);
        assert_lines(text, &model);
    }
    text_free(text);
    strbuf_free(&model);
    strbuf_free(&start);
}

static void assert_text(const Text *text, const char *expected)
{
    StrBuf content = {0};
    text_copy(text, 0, text_size(text), &content);
    assert_string_equal(strbuf_text(&content), expected);
    strbuf_free(&content);
}

static void type(Text *text, size_t at, const char *keys)
{
    for (size_t i = 0; keys[i]; i++)
        text_replace(text, at + i, at + i, (View){keys + i, 1});
}

static void typing_is_joined_and_a_paste_is_one_step(void **state)
{
    (void)state;
    size_t position;
    Text *text = text_new(VIEW(""));
    type(text, 0, "hello");
    text_replace(text, 5, 5, VIEW(" pasted "));
    type(text, 13, "end");
    text_replace(text, 15, 16, VIEW(""));
    text_replace(text, 14, 15, VIEW(""));
    assert_text(text, "hello pasted e");
    assert_true(text_undo(text, &position));
    assert_text(text, "hello pasted end");
    assert_int_equal(position, 16);
    assert_true(text_undo(text, &position));
    assert_text(text, "hello pasted ");
    assert_true(text_undo(text, &position));
    assert_text(text, "hello");
    assert_true(text_undo(text, &position));
    assert_text(text, "");
    assert_false(text_undo(text, &position));
    assert_true(text_redo(text, &position));
    assert_text(text, "hello");
    assert_int_equal(position, 5);
    type(text, 5, "!");
    assert_false(text_redo(text, &position));
    assert_true(text_undo(text, &position));
    assert_text(text, "hello");
    text_free(text);
}

static void a_group_is_one_step_and_groups_nest(void **state)
{
    (void)state;
    size_t position;
    Text *text = text_new(VIEW("abc"));
    text_group_begin(text);
    text_replace(text, 0, 1, VIEW("A"));
    text_group_begin(text);
    text_replace(text, 1, 2, VIEW("B"));
    text_group_end(text);
    assert_false(text_undo(text, &position));
    text_replace(text, 2, 3, VIEW("C"));
    text_group_end(text);
    assert_text(text, "ABC");
    assert_true(text_undo(text, &position));
    assert_text(text, "abc");
    assert_true(text_redo(text, &position));
    assert_text(text, "ABC");
    text_free(text);
}

static void marks_move_with_the_text(void **state)
{
    (void)state;
    Text *text = text_new(VIEW("0123456789"));
    Mark before = text_mark(text, 2), at = text_mark(text, 5), after = text_mark(text, 8);
    text_replace(text, 5, 5, VIEW("xx"));
    assert_int_equal(text_mark_position(text, before), 2);
    assert_int_equal(text_mark_position(text, at), 7);
    assert_int_equal(text_mark_position(text, after), 10);
    text_replace(text, 1, 9, VIEW("y"));
    assert_int_equal(text_mark_position(text, before), 2);
    assert_int_equal(text_mark_position(text, at), 2);
    assert_int_equal(text_mark_position(text, after), 3);
    text_unmark(text, at);
    assert_int_equal(text_mark(text, 1), at);
    text_free(text);
}

static void told(void *context, size_t from, size_t old_to, size_t new_to)
{
    size_t *heard = context;
    heard[0] = from;
    heard[1] = old_to;
    heard[2] = new_to;
}

static void the_listener_is_told_of_edits_and_of_undo(void **state)
{
    (void)state;
    size_t heard[3] = {0}, position;
    Text *text = text_new(VIEW("abc"));
    text_listen(text, told, heard);
    text_replace(text, 1, 2, VIEW("xyz"));
    assert_true(heard[0] == 1 && heard[1] == 2 && heard[2] == 4);
    uint64_t version = text_version(text);
    assert_true(text_undo(text, &position));
    assert_true(heard[0] == 1 && heard[1] == 4 && heard[2] == 2);
    assert_true(text_version(text) > version);
    text_free(text);
}

static bool model_find(const StrBuf *model, View pattern, size_t from, bool backwards,
                       size_t *match)
{
    size_t count = model->size;
    for (size_t i = 0; i < count; i++) {
        size_t at = backwards ? (from + 2 * count - 1 - i) % count : (from + i) % count;
        if (at + pattern.size <= count &&
            strncasecmp(model->data + at, pattern.data, pattern.size) == 0) {
            *match = at;
            return true;
        }
    }
    return false;
}

static void search_agrees_with_the_model_wherever_the_gap_is(void **state)
{
    (void)state;
    StrBuf model = {0};
    strbuf_add_text(&model, "aab aba abab baab aaab b");
    for (size_t gap = 0; gap <= model.size; gap++) {
        Text *text = text_new(strbuf_view(&model));
        text_replace(text, gap, gap, VIEW("x"));
        text_replace(text, gap, gap + 1, VIEW(""));
        static const char *const patterns[] = {"a",   "ab", "aba",
                                               "b a", "zz", "aab aba abab baab aaab b"};
        for (size_t p = 0; p < sizeof patterns / sizeof *patterns; p++) {
            for (size_t from = 0; from < model.size; from++) {
                for (int mode = 0; mode < 4; mode++) {
                    size_t found = 0, wanted = 0;
                    View pattern = view_of(patterns[p]);
                    bool is = text_find(text, pattern, from, mode & 1, mode & 2, &found);
                    assert_int_equal(is, model_find(&model, pattern, from, mode & 1, &wanted));
                    assert_int_equal(found, wanted);
                }
            }
        }
        text_free(text);
    }
    Text *text = text_new(VIEW("Grid grid"));
    size_t match;
    assert_true(text_find(text, VIEW("GRID"), 1, false, true, &match) && match == 5);
    assert_false(text_find(text, VIEW("GRID"), 1, false, false, &match));
    assert_false(text_find(text, VIEW(""), 1, false, false, &match));
    text_free(text);
    strbuf_free(&model);
}

/* A limit that only a quadratic structure misses, by far. */
static void a_large_paste_is_quick_and_one_step(void **state)
{
    (void)state;
    enum { LINES = 400000 };
    StrBuf paste = {0};
    for (int i = 0; i < LINES; i++)
        strbuf_add_text(&paste, "__syncthreads(); // 10 MB\n");
    Text *text = text_new(VIEW("a\nb\n"));
    int64_t start = clock_now_ns();
    text_replace(text, 2, 2, strbuf_view(&paste));
    for (size_t i = 0; i < 5000; i++)
        text_replace(text, 5000000 + i, 5000000 + i, i % 50 ? VIEW("x") : VIEW("\n"));
    assert_true(clock_now_ns() - start < INT64_C(3000000000));
    assert_int_equal(text_line_count(text), LINES + 3 + 100);
    size_t position;
    while (text_size(text) > paste.size + 4)
        assert_true(text_undo(text, &position));
    assert_true(text_undo(text, &position));
    assert_text(text, "a\nb\n");
    text_free(text);
    strbuf_free(&paste);
}

static void positions_past_the_end_are_the_end(void **state)
{
    (void)state;
    Text *text = text_new(VIEW("ab"));
    text_replace(text, 9, 12, VIEW("c"));
    assert_text(text, "abc");
    assert_int_equal(text_byte(text, 3), '\0');
    assert_int_equal(text_line_start(text, 5), 3);
    assert_int_equal(text_line_end(text, 5), 3);
    text_free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_edits_agree_with_the_model),
        cmocka_unit_test(undo_goes_to_the_beginning_and_redo_to_the_end),
        cmocka_unit_test(typing_is_joined_and_a_paste_is_one_step),
        cmocka_unit_test(a_group_is_one_step_and_groups_nest),
        cmocka_unit_test(marks_move_with_the_text),
        cmocka_unit_test(the_listener_is_told_of_edits_and_of_undo),
        cmocka_unit_test(search_agrees_with_the_model_wherever_the_gap_is),
        cmocka_unit_test(a_large_paste_is_quick_and_one_step),
        cmocka_unit_test(positions_past_the_end_are_the_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
