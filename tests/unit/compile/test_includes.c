/* Include directives, found wherever the preprocessor would find them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "compile/includes.h"

typedef struct IncludeCase {
    const char *source;
    const char *name; /* of the only include; NULL: there is none */
    uint32_t line;
} IncludeCase;

static const IncludeCase cases[] = {
    {"#include <a.h>\n", "a.h", 1},
    {"\n  # /* x */ include \"b.h\"\n", "b.h", 2},
    {"#inc\\\nlude \"c.h\"\n", "c.h", 2},
    {"%:include \"d.h\"\n", "d.h", 1},
    {"/* \n*/ #include \"e.h\"\n", "e.h", 2},
    {"#include MACRO\n", "", 1},
    {"#include_next <f.h>\n", "f.h", 1},
    {"#if 0\n#include <g.h>\n#endif\n", "g.h", 2},
    {"auto s = R\"x(\" /* )x\";\n#include \"h.h\"\n", "h.h", 2},
    {"int a = 1'0 + sizeof(\"'/*\");\n#include \"i.h\"\n", "i.h", 2},
    {"char c = '\"';\n#include \"j.h\"\n", "j.h", 2},
    {"auto s = R\"a\n(\n#include \"q.h\"\n//)a\n\"", "q.h", 3},
    {"#if __has_include(<r.h>)\n#endif\n", "r.h", 1},
    {"#if __has_include_next ( \"s.h\" )\n#endif\n", "s.h", 1},
    {"#if __has_include(MACRO)\n#endif\n", "", 1},
    {"#define HAS __has_include\n", "", 1},
    {"#define D(x) x\n#if D(__has_include)(\"t.h\")\n#endif\n", "", 2},
    {"#ifdef __has_include\n#endif\n", NULL, 0},
    {"#if defined(__has_include) && !defined __has_include\n#endif\n", NULL, 0},
    {"// #include \"k.h\"\n", NULL, 0},
    {"// joined \\\n#include \"k.h\"\n", NULL, 0},
    {"/*\n#include \"l.h\"\n*/\n", NULL, 0},
    {"auto s = R\"(\n#include \"m.h\"\n)\";\n", NULL, 0},
    {"a #include \"n.h\"\n", NULL, 0},
    {"#define X include \"o.h\"\n", NULL, 0},
    {"#includes \"p.h\"\n", NULL, 0},
};

static void test_find(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        IncludeList list = {0};
        includes_find(view_of(cases[i].source), &list);
        if (list.size != (cases[i].name ? 1u : 0u))
            fail_msg("%zu includes in: %s", list.size, cases[i].source);
        if (cases[i].name) {
            assert_string_equal(list.data[0].name, cases[i].name);
            assert_int_equal(list.data[0].line, cases[i].line);
        }
        includes_free(&list);
    }
}

static void test_problem(void **state)
{
    (void)state;
    assert_null(include_problem("cuda_fp16.h"));
    assert_null(include_problem("cooperative_groups/reduce.h"));
    assert_non_null(include_problem("/etc/passwd"));
    assert_non_null(include_problem("../secret.h"));
    assert_non_null(include_problem("cuda/../../secret.h"));
    assert_non_null(include_problem("a\\b.h"));
    assert_non_null(include_problem("a//b.h"));
    assert_non_null(include_problem(""));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_find),
        cmocka_unit_test(test_problem),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
