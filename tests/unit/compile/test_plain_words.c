/* Errors of NVRTC in words for learners. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "compile/plain_words.h"

/* The text that comes of `text`; it is freed with the next one. */
static const char *explain(Severity severity, const char *text)
{
    static char told[4096];
    Diagnostic diagnostic = {
        .severity = severity, .file = memory_clone_text("k.cu"), .text = memory_clone_text(text)};
    diagnostic_explain(&diagnostic, true);
    strncpy(told, diagnostic.text, sizeof told - 1);
    diagnostic_free(&diagnostic);
    return told;
}

static void expect(const char *text, const char *words)
{
    const char *told = explain(SEVERITY_ERROR, text);
    assert_non_null(strstr(told, words));
    assert_non_null(strstr(told, "\n"));
    assert_string_equal(strchr(told, '\n') + 1, text); /* the compiler's own words stay */
}

static void test_rows(void **state)
{
    (void)state;
    expect("A function without execution space annotations (__host__/__device__/__global__) is "
           "considered a host function, and host functions are not allowed in JIT mode.",
           "__global__ (a kernel)");
    expect("A namespace scope variable without memory space annotations is considered a host "
           "variable, and host variables are not allowed in JIT mode.",
           "__device__ or __constant__");
    expect("identifier \"cudaMalloc\" is undefined", "the lab allocates");
}

static void test_others_stay(void **state)
{
    (void)state;
    assert_string_equal(explain(SEVERITY_ERROR, "expected a \";\""), "expected a \";\"");
    assert_string_equal(explain(SEVERITY_ERROR, "identifier \"k\" is undefined"),
                        "identifier \"k\" is undefined");
    assert_string_equal(explain(SEVERITY_WARNING, "identifier \"cudaX\" is undefined"),
                        "identifier \"cudaX\" is undefined");
    assert_non_null(
        strstr(explain(SEVERITY_ERROR, "cannot open source file \"vector\""), "toolkit's headers"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows),
        cmocka_unit_test(test_others_stay),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
