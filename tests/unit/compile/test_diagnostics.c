/* The compiler's log, read. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "compile/diagnostics.h"

static void list_free(DiagnosticList *list)
{
    for (size_t i = 0; i < list->size; i++)
        diagnostic_free(&list->data[i]);
    vec_free(list);
}

static DiagnosticList parse(const char *log)
{
    DiagnosticList list = {0};
    diagnostics_parse(view_of(log), 100, &list);
    return list;
}

static void test_nvrtc(void **state)
{
    (void)state;
    DiagnosticList list = parse("k.cu(4): error: identifier \"y\" is undefined\n"
                                "  \tint j = y;\n"
                                "  \t        ^\n"
                                "\n"
                                "k.cu(6): warning #177-D: variable \"u\" was declared\n"
                                "      float u;\n"
                                "            ^\n"
                                "\n"
                                "Remark: The warnings can be suppressed with \"-diag-suppress\"\n"
                                "\n"
                                "k.cu(11): error: name must be a class\n"
                                "    *p = T::x;\n"
                                "         ^\n"
                                "          detected during instantiation of \"t\" at line 12\n"
                                "\n"
                                "2 errors detected in the compilation of \"k.cu\".\n");
    assert_int_equal(list.size, 3);
    assert_int_equal(list.data[0].severity, SEVERITY_ERROR);
    assert_string_equal(list.data[0].file, "k.cu");
    assert_int_equal(list.data[0].line, 4);
    assert_int_equal(list.data[0].column, 10);
    assert_string_equal(list.data[0].text, "identifier \"y\" is undefined");
    assert_int_equal(list.data[1].severity, SEVERITY_WARNING);
    assert_int_equal(list.data[1].column, 11);
    assert_string_equal(list.data[1].text, "variable \"u\" was declared");
    assert_string_equal(list.data[2].text, "name must be a class\n"
                                           "detected during instantiation of \"t\" at line 12");
    list_free(&list);
}

static void test_place_in_source_is_no_diagnostic(void **state)
{
    (void)state;
    DiagnosticList list = parse("a(1).cu(7): catastrophic error: cannot open \"z.h\"\n"
                                "  f(3): error: not one\n"
                                "  ^\n");
    assert_int_equal(list.size, 1);
    assert_string_equal(list.data[0].file, "a(1).cu");
    assert_int_equal(list.data[0].line, 7);
    assert_int_equal(list.data[0].column, 1);
    list_free(&list);
}

static void test_ptxas(void **state)
{
    (void)state;
    DiagnosticList list =
        parse("ptxas application ptx input, line 12; error   : Unknown symbol 'x'\n"
              "ptxas fatal   : Ptx assembly aborted due to errors\n");
    assert_int_equal(list.size, 2);
    assert_int_equal(list.data[0].line, 12);
    assert_string_equal(list.data[0].text, "Unknown symbol 'x'");
    assert_int_equal(list.data[1].severity, SEVERITY_ERROR);
    list_free(&list);
}

static void test_limit_keeps_errors(void **state)
{
    (void)state;
    DiagnosticList list = {0};
    diagnostics_parse(view_of("k(1): warning #1-D: a\nk(2): warning #1-D: b\nk(3): error: c\n"), 1,
                      &list);
    assert_int_equal(list.size, 2);
    assert_string_equal(list.data[0].text, "c");
    assert_string_equal(list.data[1].text, "2 further messages are not shown");
    list_free(&list);
}

static void test_garbage(void **state)
{
    (void)state;
    DiagnosticList list =
        parse("\n\n^\n(): error\n): error: x\n(1): error: y\n\xff\xfe(2): error: z\r\n");
    assert_int_equal(list.size, 1);
    assert_string_equal(list.data[0].text, "z");
    list_free(&list);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nvrtc),   cmocka_unit_test(test_place_in_source_is_no_diagnostic),
        cmocka_unit_test(test_ptxas),   cmocka_unit_test(test_limit_keeps_errors),
        cmocka_unit_test(test_garbage),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
