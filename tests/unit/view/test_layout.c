/* Text laid out and made inert: surface, Markdown, diffs of lines. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "view/line_diff.h"
#include "view/markdown.h"
#include "view/picture.h"

static void put(const char *text, int columns, bool ascii, const char *expected)
{
    Picture picture;
    StrBuf seen = {0};
    picture_init(&picture, 30, 1, ascii);
    surface_put(&picture.surface, 0, 0, view_of(text), STYLE_PLAIN, columns);
    picture_text(&picture, &seen);
    seen.data[seen.size - 1] = '\0';
    assert_string_equal(strbuf_text(&seen), expected);
    strbuf_free(&seen);
    picture_free(&picture);
}

static void foreign_text_is_inert(void **state)
{
    (void)state;
    put("\033]52;c;x\007", 30, false, "␛]52;c;x␇");
    put("\033[31m", 30, true, "^[[31m");
    put("a\xc2\x9b"
        "b",
        30, false, "a<U+009B>b");
    put("\xe2\x80\xae"
        "abc",
        30, false, "<U+202E>abc");
    put("a\xff", 30, false, "a<FF>");
    put("a\tb\n", 30, false, "a   b␊");
}

static void text_is_cut_with_a_mark(void **state)
{
    (void)state;
    put("abcdef", 6, false, "abcdef");
    put("abcdef", 5, false, "abcd…");
    put("abcdef", 5, true, "abcd>");
    put("\xe6\xbc\xa2\xe5\xad\x97\xe5\xad\x97", 5, false, "\xe6\xbc\xa2\xe5\xad\x97…");
    put("abc", 0, false, "");
}

static void drawings_have_ascii_forms(void **state)
{
    (void)state;
    put("┌─┬┐│✓✗▸●…", 30, true, "+-++|+x>*~");
    put("é", 30, true, "<U+00E9>");
}

static void expect_drawn(const Document *document, int width, const char *expected)
{
    Picture picture;
    StrBuf seen = {0};
    picture_init(&picture, width + 20, (int)document->lines.size + 1, false);
    document_draw(document, &picture.surface, (Rect){0, 0, width + 20, (int)document->lines.size},
                  0, 0);
    picture_text(&picture, &seen);
    while (view_ends(strbuf_view(&seen), "\n\n"))
        seen.data[--seen.size] = '\0';
    assert_string_equal(strbuf_text(&seen), expected);
    strbuf_free(&seen);
    picture_free(&picture);
}

static void lay_out(const char *source, int width, const char *expected)
{
    Document document;
    document_init(&document, width);
    markdown_layout(&document, view_of(source));
    expect_drawn(&document, width, expected);
    document_free(&document);
}

/* Lines that were broken for the width of a file are not broken there again. */
static void prose_is_broken_anew(void **state)
{
    Document document;
    (void)state;
    document_init(&document, 12);
    document_add_prose(&document, VIEW("one two\nthree four\nfive\n\nsix\n    x = 1;\nseven\n"),
                       STYLE_PLAIN);
    document_flush(&document, " ", " ");
    expect_drawn(&document, 12, " one two\n three four\n five\n\n six\n     x = 1;\n seven\n");
    document_free(&document);
}

static void paragraphs_wrap(void **state)
{
    (void)state;
    lay_out("one two three\nfour", 9, "one two\nthree\nfour\n");
    lay_out("unbreakableword x", 8, "unbreaka\nbleword\nx\n");
    lay_out("a  \nb", 9, "a\nb\n");
}

static void blocks_are_laid_out(void **state)
{
    (void)state;
    lay_out("# Title\n\ntext", 8, "Title\n────────\n\ntext\n");
    lay_out("- one two three\n- four\n  - five", 10, "• one two\n  three\n• four\n  • five\n");
    lay_out("9. a\n10. b", 10, "9. a\n10. b\n");
    lay_out("> quoted text", 9, "│ quoted\n│ text\n");
    lay_out("```\n┌──┐ kept   as it is\n└──┘\n```", 9, "┌──┐ kept   as it is\n└──┘\n");
    lay_out("[here](http://x)", 30, "here <http://x>\n");
    lay_out("`a` *b* **c**", 30, "a b c\n");
    lay_out("", 30, "\n");
}

static void diff(const char *old, const char *new, const char *expected)
{
    static const char marks[] = {' ', '-', '+'};
    DiffLines lines = {0};
    StrBuf seen = {0};
    line_diff(view_of(old), view_of(new), &lines);
    for (size_t i = 0; i < lines.size; i++)
        strbuf_format(&seen, "%c%.*s|", marks[lines.data[i].kind], VIEW_ARG(lines.data[i].text));
    assert_string_equal(strbuf_text(&seen), expected);
    vec_free(&lines);
    strbuf_free(&seen);
}

static void lines_are_compared(void **state)
{
    (void)state;
    diff("a\nb\nc", "a\nx\nc", " a|-b|+x| c|");
    diff("a\nb", "b", "-a| b|");
    diff("a", "a\nb", " a|+b|");
    diff("a\nb\nc\nd", "b\nc\ne\nd", "-a| b| c|+e| d|");
    diff("", "a", "-|+a|");
    diff("same", "same", " same|");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(foreign_text_is_inert),     cmocka_unit_test(text_is_cut_with_a_mark),
        cmocka_unit_test(drawings_have_ascii_forms), cmocka_unit_test(paragraphs_wrap),
        cmocka_unit_test(prose_is_broken_anew),      cmocka_unit_test(blocks_are_laid_out),
        cmocka_unit_test(lines_are_compared),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
