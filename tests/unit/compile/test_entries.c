/* Kernels found in PTX, their names and parameters. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "compile/entries.h"

static const char ptx[] = ".visible .entry k()\n{\n\tret;\n}\n"
                          ".visible .entry _ZN5space3addEPKfPfi(\n"
                          "\t.param .u64 .ptr .global .align 1 add_param_0,\n"
                          "\t.param .u64 add_param_1,\n"
                          "\t.param .u32 add_param_2\n)\n{\n}\n"
                          ".weak .entry _Z4tileIfLi16EEvPT_(\n"
                          "\t.param .align 8 .b8 tile_param_0[24]\n) {}\n";

static void test_find(void **state)
{
    (void)state;
    EntryList list = {0};
    entries_find(view_of(ptx), &list);
    assert_int_equal(list.size, 3);
    assert_int_equal(list.data[0].parameters.size, 0);
    assert_string_equal(list.data[1].name, "space::add");
    assert_int_equal(list.data[1].parameters.size, 3);
    assert_int_equal(list.data[1].parameters.data[0], 8);
    assert_int_equal(list.data[1].parameters.data[2], 4);
    assert_string_equal(list.data[2].name, "tile<float, 16>");
    assert_int_equal(list.data[2].parameters.data[0], 24);
    assert_ptr_equal(entry_find(&list, "k"), &list.data[0]);
    assert_ptr_equal(entry_find(&list, "add"), &list.data[1]);
    assert_ptr_equal(entry_find(&list, "tile"), &list.data[2]);
    assert_null(entry_find(&list, "spac"));
    entries_free(&list);
}

static void check_name(const char *symbol, const char *name)
{
    StrBuf out = {0};
    symbol_demangle(view_of(symbol), &out);
    assert_string_equal(strbuf_text(&out), name);
    strbuf_free(&out);
}

static void test_demangle(void **state)
{
    (void)state;
    check_name("plain", "plain");
    check_name("_Z9vectorAddPKfS0_Pfi", "vectorAdd");
    check_name("_ZN3foo1uINS_1SELi3EEEvT_", "_ZN3foo1uINS_1SELi3EEEvT_");
    check_name("_ZN12_GLOBAL__N_11kEv", "(anonymous)::k");
    check_name("_Z1tILb1ELin2EPKfEvv", "t<true, -2, const float *>");
    check_name("_Z99short", "_Z99short");
    check_name("_ZNNNN", "_ZNNNN");
    check_name("_Z", "_Z");
}

static void test_variables(void **state)
{
    (void)state;
    assert_false(ptx_has_variables(view_of(ptx))); /* a parameter's .ptr .global is none */
    assert_false(ptx_has_variables(VIEW("\tld.global.u32 \t%r1, [%rd1];\n\tmembar.gl;\n")));
    assert_true(ptx_has_variables(VIEW("\n.global .align 4 .u32 count;\n")));
    assert_true(ptx_has_variables(VIEW(".visible .global .align 4 .b8 table[16];\n")));
    assert_true(ptx_has_variables(VIEW(".extern\t.global\t.u32 x;")));
    assert_false(ptx_has_variables(VIEW("")));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_find),
        cmocka_unit_test(test_variables),
        cmocka_unit_test(test_demangle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
