/* What gcc and clang say, read. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <string.h>

#include "program/diagnostics.h"

static CompilerSays read(const char *log)
{
    CompilerSays says;
    compiler_read(view_of(log), "host.c", "mine.c", 10, &says);
    return says;
}

static void reads_errors_with_their_place(void **state)
{
    (void)state;
    CompilerSays says = read("host.c: In function 'main':\n"
                             "host.c:5:12: error: 'foo' undeclared (first use in this function)\n"
                             "    5 |     return foo;\n"
                             "      |            ^~~\n"
                             "host.c:5:12: note: each undeclared identifier is reported once\n"
                             "host.c:7:1: warning: unused variable 'x' [-Wunused-variable]\n");
    assert_int_equal(says.diagnostics.size, 2);
    assert_int_equal(says.diagnostics.data[0].line, 5);
    assert_int_equal(says.diagnostics.data[0].column, 12);
    assert_int_equal(says.diagnostics.data[0].severity, SEVERITY_ERROR);
    assert_string_equal(says.diagnostics.data[0].file, "mine.c");
    assert_string_equal(says.diagnostics.data[0].text,
                        "'foo' undeclared (first use in this function)\n"
                        "each undeclared identifier is reported once");
    assert_int_equal(says.diagnostics.data[1].severity, SEVERITY_WARNING);
    compiler_says_free(&says);
}

static void moves_what_a_macro_brought_to_its_use(void **state)
{
    (void)state;
    CompilerSays says =
        read("In file included from host.c:1:\n"
             "include/cuda_runtime.h:64:26: warning: ignoring return value of 'culab_runtime_keep' "
             "declared with attribute 'warn_unused_result' [-Wunused-result]\n"
             "include/cuda_runtime.h:81:22: note: in expansion of macro 'CULAB_CUDA'\n"
             "host.c:13:3: note: in expansion of macro 'cudaFree'\n"
             "host.c:9:3: warning: ignoring return value of function declared with "
             "'warn_unused_result' attribute [-Wunused-result]\n");
    assert_int_equal(says.diagnostics.size, 0);
    assert_int_equal(says.unchecked.size, 2);
    assert_int_equal(says.unchecked.data[0], 13);
    assert_int_equal(says.unchecked.data[1], 9);
    compiler_says_free(&says);
}

static void takes_the_linkers_words(void **state)
{
    (void)state;
    CompilerSays says = read("/usr/bin/ld: /tmp/cc1.o: in function `main':\n"
                             "host.c:(.text+0x5): undefined reference to `nothing'\n"
                             "collect2: error: ld returned 1 exit status\n");
    assert_int_equal(says.diagnostics.size, 1);
    assert_string_equal(says.diagnostics.data[0].text, "undefined reference to `nothing'");
    assert_int_equal(says.diagnostics.data[0].line, 0);
    compiler_says_free(&says);
}

static void keeps_no_more_than_its_limit(void **state)
{
    (void)state;
    StrBuf log = {0};
    for (int i = 1; i < 100; i++)
        strbuf_format(&log, "host.c:%d:1: error: no\n", i);
    CompilerSays says = read(strbuf_text(&log));
    assert_int_equal(says.diagnostics.size, 10);
    compiler_says_free(&says);
    strbuf_free(&log);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_errors_with_their_place),
        cmocka_unit_test(moves_what_a_macro_brought_to_its_use),
        cmocka_unit_test(takes_the_linkers_words),
        cmocka_unit_test(keeps_no_more_than_its_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
