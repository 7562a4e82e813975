/* The table of metrics: each has words of its own that fit, and stands in docs/metrics.md, whose
 * last table is this one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "base/file.h"
#include "base/utf8.h"
#include "result/metric_names.h"

enum { DOCS_MAX = 1 << 20, COLUMNS = 52 };

static bool is_of_host(const char *name)
{
    return strncmp(name, "host.", 5) == 0; /* docs/host.md */
}

static void test_docs_have_the_table(void **state)
{
    static const char heading[] = "\n## All of them\n";
    StrBuf docs = {0}, row = {0};
    Error error = {0};
    (void)state;
    assert_true(file_read(CULAB_SOURCE_DIR "/docs/metrics.md", DOCS_MAX, &docs, &error));
    const char *table = strstr(strbuf_text(&docs), heading);
    assert_non_null(table);
    View rest = view_of(strstr(table, "|---|---|\n")), line;
    assert_true(view_split(&rest, '\n', &line));
    for (size_t i = 0; metric_name(i); i++) {
        const char *name = metric_name(i);
        if (is_of_host(name))
            continue;
        strbuf_clear(&row);
        strbuf_format(&row, "| `%s` | %s |", name, metric_words(name));
        assert_true(view_split(&rest, '\n', &line));
        if (!view_equal_text(line, strbuf_text(&row)))
            fail_msg("docs/metrics.md has %.*s where %s should stand", VIEW_ARG(line),
                     strbuf_text(&row));
    }
    assert_false(view_split(&rest, '\n', &line) && line.size > 0);
    strbuf_free(&docs);
    strbuf_free(&row);
}

static void test_words(void **state)
{
    (void)state;
    for (size_t i = 0; metric_name(i); i++) {
        const char *name = metric_name(i), *words = metric_words(name);
        assert_true(strcmp(name, words) != 0);
        if (utf8_columns(view_of(words)) > COLUMNS)
            fail_msg("\"%s\" is too long for the pane", words);
        for (size_t k = 0; k < i; k++)
            if (name[0] == metric_name(k)[0] && strcmp(name, metric_name(k)) == 0)
                fail_msg("%s is there twice", name);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_docs_have_the_table),
        cmocka_unit_test(test_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
