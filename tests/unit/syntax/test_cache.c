/* The state cache through random edits, and what it builds on: brackets and indentation. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "syntax/cache.h"
#include "syntax/structure.h"

/* A text as a list of lines, borrowed. */
typedef struct Lines {
    VEC(const char *) at;
} Lines;

static size_t count_lines(const void *context)
{
    return ((const Lines *)context)->at.size;
}

static void copy_line(const void *context, size_t line, StrBuf *out)
{
    strbuf_add_text(out, ((const Lines *)context)->at.data[line]);
}

static SyntaxCache *cache_of(const Lines *lines)
{
    return syntax_cache_new(SYNTAX_CUDA, (SyntaxSource){count_lines, copy_line, lines});
}

static uint64_t random_next(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return *state >> 33;
}

static const char *random_line(uint64_t *seed)
{
    static const char *const lines[] = {"int a;",   "int b;",       "x = 1;", "/* open",
                                        "close */", "#define A \\", "R\"q(",  ")q\";",
                                        "\"a \\",   "// c \\",      ""};
    return lines[random_next(seed) % 11];
}

/* Replaces `old` lines from `first` by `fresh` ones and tells the cache. */
static void edit_lines(Lines *lines, SyntaxCache *cache, size_t first, size_t old, size_t fresh,
                       uint64_t *seed)
{
    size_t tail = lines->at.size - first - old;
    vec_reserve(&lines->at, first + fresh + tail);
    memmove(lines->at.data + first + fresh, lines->at.data + first + old,
            tail * sizeof *lines->at.data);
    lines->at.size = first + fresh + tail;
    for (size_t i = 0; i < fresh; i++)
        lines->at.data[first + i] = random_line(seed);
    syntax_cache_edit(cache, first, first + fresh - 1);
}

static void assert_states(const Lines *lines, SyntaxCache *cache, size_t to)
{
    SyntaxState state = {0};
    for (size_t i = 0; i < lines->at.size; i++) {
        if (i % 7 == to % 7 || i == to)
            assert_true(syntax_state_equal(syntax_cache_state(cache, i), state));
        if (i == to)
            return;
        state = syntax_line(SYNTAX_CUDA, state, view_of(lines->at.data[i]), NULL);
    }
}

static void after_any_edits_the_states_are_those_of_a_fresh_start(void **state)
{
    (void)state;
    uint64_t seed = 3;
    Lines lines = {0};
    for (int i = 0; i < 30; i++)
        vec_push(&lines.at, random_line(&seed));
    SyntaxCache *cache = cache_of(&lines);
    for (int i = 0; i < 30000; i++) {
        size_t first = random_next(&seed) % lines.at.size;
        size_t old = 1 + random_next(&seed) % 3, fresh = 1 + random_next(&seed) % 3;
        old = old < lines.at.size - first ? old : lines.at.size - first;
        edit_lines(&lines, cache, first, old, lines.at.size > 60 ? 1 : fresh, &seed);
        if (random_next(&seed) % 3 == 0)
            assert_states(&lines, cache, random_next(&seed) % lines.at.size);
    }
    syntax_cache_free(cache);
    vec_free(&lines.at);
}

static void an_edit_costs_what_it_changes(void **state)
{
    (void)state;
    Lines lines = {0};
    for (int i = 0; i < 1000; i++)
        vec_push(&lines.at, i == 600 ? "/* a */" : "int a;");
    SyntaxCache *cache = cache_of(&lines);
    syntax_cache_state(cache, 1000);
    assert_int_equal(syntax_cache_work(cache), 1000);
    lines.at.data[10] = "int b;";
    syntax_cache_edit(cache, 10, 10);
    syntax_cache_state(cache, 1000);
    assert_int_equal(syntax_cache_work(cache), 1001);
    lines.at.data[10] = "/* opens";
    syntax_cache_edit(cache, 10, 10);
    syntax_cache_state(cache, 20);
    assert_int_equal(syntax_cache_work(cache), 1011);
    syntax_cache_state(cache, 1000);
    assert_int_equal(syntax_cache_work(cache), 1001 + 591);
    syntax_cache_free(cache);
    vec_free(&lines.at);
}

static void split(Lines *lines, StrBuf *storage, const char *text)
{
    strbuf_add_text(storage, text);
    for (char *at = storage->data; at;) {
        vec_push(&lines->at, at);
        if ((at = strchr(at, '\n')) != NULL)
            *at++ = '\0';
    }
}

/* `text` holds two places: the bracket marked by ~ before it and the one that ^ stands before. */
static void expect_match(const char *text, bool expected)
{
    StrBuf plain = {0}, storage = {0};
    Lines lines = {0};
    SyntaxPlace places[2] = {{0, 0}, {0, 0}}, at = {0, 0}, match;
    for (; *text; text++) {
        if (*text == '~' || *text == '^') {
            places[*text == '^'] = at;
            continue;
        }
        strbuf_add_byte(&plain, *text);
        at = *text == '\n' ? (SyntaxPlace){at.line + 1, 0} : (SyntaxPlace){at.line, at.column + 1};
    }
    split(&lines, &storage, strbuf_text(&plain));
    SyntaxCache *cache = cache_of(&lines);
    for (int i = 0; i < 2; i++) {
        bool found = syntax_bracket_match(cache, places[i], &match);
        assert_int_equal(found, expected);
        if (found)
            assert_true(match.line == places[!i].line && match.column == places[!i].column);
    }
    syntax_cache_free(cache);
    vec_free(&lines.at);
    strbuf_free(&plain);
    strbuf_free(&storage);
}

static void brackets_find_each_other_past_strings_and_comments(void **state)
{
    (void)state;
    expect_match("f~(a, (b), ')', \")\" /* ) */ ^)", true);
    expect_match("~{\n if (x) {\n }\n // }\n R\"(\n}\n)\";\n^}", true);
    expect_match("~[ { ^]", true);
    expect_match("~( ^", false);
    expect_match("~) ^a", false);
}

/* Every line of `text` is indented as the helper says, with a width of 4. */
static void expect_indented(const char *text)
{
    StrBuf storage = {0};
    Lines lines = {0};
    split(&lines, &storage, text);
    SyntaxCache *cache = cache_of(&lines);
    for (size_t i = 0; i < lines.at.size; i++) {
        size_t blanks = strspn(lines.at.data[i], " ");
        size_t wanted = syntax_indentation(cache, i, 4);
        if (wanted != blanks)
            print_error("line %zu: %s\n", i, lines.at.data[i]);
        assert_int_equal(wanted, blanks);
    }
    syntax_cache_free(cache);
    vec_free(&lines.at);
    strbuf_free(&storage);
}

static void kernels_are_indented_as_they_are_written(void **state)
{
    (void)state;
    expect_indented("#include <cstdio>\n"
                    "template <typename T>\n"
                    "__global__ void add(const T *a,\n"
                    "                    const T *b, // {\n"
                    "                    T *c)\n"
                    "{\n"
                    "    int i = blockIdx.x * blockDim.x +\n"
                    "        threadIdx.x;\n"
                    "    if (i < n)\n"
                    "        c[i] = a[i];\n"
                    "    else\n"
                    "        c[i] = 0;\n"
                    "    for (int k = 0; k < n;\n"
                    "         k++) {\n"
                    "        if (k) {\n"
                    "            printf(\n"
                    "                    \"{\", k);\n"
                    "        }\n"
                    "#ifdef X\n"
                    "        sum += k; /* } */\n"
                    "#endif\n"
                    "    }\n"
                    "    switch (n) {\n"
                    "    case 1:\n"
                    "        break;\n"
                    "    default:\n"
                    "        ;\n"
                    "    }\n"
                    "    if (a) {\n"
                    "        b();\n"
                    "    } else if (b)\n"
                    "        c();\n"
                    "    d();\n"
                    "}\n"
                    "__device__ int f(int x) {\n"
                    "    return x;\n"
                    "}\n");
}

static void a_new_line_after_an_open_brace_is_one_level_in(void **state)
{
    (void)state;
    StrBuf storage = {0};
    Lines lines = {0};
    split(&lines, &storage, "void f()\n{\n\tif (x) {\n");
    SyntaxCache *cache = cache_of(&lines);
    assert_int_equal(syntax_indentation(cache, 3, 4), 8);
    assert_int_equal(syntax_indentation(cache, 9, 4), 0);
    syntax_cache_free(cache);
    vec_free(&lines.at);
    strbuf_free(&storage);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(after_any_edits_the_states_are_those_of_a_fresh_start),
        cmocka_unit_test(an_edit_costs_what_it_changes),
        cmocka_unit_test(brackets_find_each_other_past_strings_and_comments),
        cmocka_unit_test(kernels_are_indented_as_they_are_written),
        cmocka_unit_test(a_new_line_after_an_open_brace_is_one_level_in),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
