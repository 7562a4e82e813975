/* Linking PTX modules: what meets, what stays apart, what is refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "ptx/link.h"
#include "ptx/parse.h"

#define HEAD(target) ".version 7.0\n.target " target "\n.address_size 64\n"

static PtxModule *linked(const char *first, const char *second, StrBuf *text)
{
    Error error = {0};
    PtxLinkInput inputs[] = {{view_of(first), "first.ptx"}, {view_of(second), "second.ptx"}};
    if (!ptx_link(inputs, 2, text, &error))
        fail_msg("%s", error.text);
    PtxModule *module = ptx_parse(strbuf_view(text), &error);
    if (!module)
        fail_msg("line %d: %s\n%s", error.line, error.text, strbuf_text(text));
    return module;
}

static void done(PtxModule *module, StrBuf *text)
{
    ptx_free(module);
    strbuf_free(text);
}

static void externs_meet(void **state)
{
    (void)state;
    StrBuf text = {0};
    PtxModule *module =
        linked(HEAD("sm_52") ".extern .func (.param .b32 r) twice(.param .b32 x);\n"
                             ".extern .global .align 4 .b8 table[];\n"
                             ".visible .entry k(.param .u64 p)\n{ ret; }\n",
               HEAD("sm_80") ".visible .global .align 4 .b8 table[16];\n"
                             ".visible .func (.param .b32 r) twice(.param .b32 x)\n{ ret; }\n",
               &text);
    assert_int_equal(module->target_sm, 80);
    assert_true(ptx_find_function(module, VIEW("twice"))->has_body);
    assert_int_equal(ptx_find_symbol(module, VIEW("table"))->size, 16);
    assert_int_equal(module->function_count, 2);
    done(module, &text);
}

/* Two modules with a function of their own named like an instruction, and a variable. */
static void locals_stay_apart(void **state)
{
    (void)state;
    static const char part[] =
        HEAD("sm_52") ".global .u32 count = %s;\n"
                      ".func add()\n{ .reg .b32 %%r<4>; .reg .pred %%p;\n"
                      "AGAIN: @!%%p add.u32 %%r1, %%r2, %%r3;\n ld.global.u32 %%r1, [count];\n"
                      " bra AGAIN; }\n"
                      ".visible .entry %s()\n{ call.uni add, (); ret; }\n";
    char first[512], second[512];
    snprintf(first, sizeof first, part, "1", "a");
    snprintf(second, sizeof second, part, "2", "b");
    StrBuf text = {0};
    PtxModule *module = linked(first, second, &text);
    assert_int_equal(module->symbol_count, 2);
    assert_int_equal(module->function_count, 4);
    PtxFunction *a = ptx_find_function(module, VIEW("a"));
    PtxFunction *b = ptx_find_function(module, VIEW("b"));
    assert_ptr_not_equal(a->insts[0].operands[1].function, b->insts[0].operands[1].function);
    done(module, &text);
}

static void weak_ones_give_way(void **state)
{
    (void)state;
    StrBuf text = {0};
    PtxModule *module = linked(HEAD("sm_52") ".weak .func f()\n{ ret; }\n"
                                             ".weak .global .u32 w = 1;\n"
                                             ".weak .func g()\n{ ret; }\n"
                                             ".common .global .b8 c[4];\n",
                               HEAD("sm_52") ".visible .func f()\n{ bar.sync 0; ret; }\n"
                                             ".visible .global .u32 w = 2;\n"
                                             ".weak .func g()\n{ bar.sync 0; ret; }\n"
                                             ".common .global .b8 c[8];\n",
                               &text);
    assert_int_equal(ptx_find_function(module, VIEW("f"))->inst_count, 2);
    assert_int_equal(ptx_find_function(module, VIEW("g"))->inst_count, 1);
    assert_int_equal(ptx_find_symbol(module, VIEW("w"))->data[0], 2);
    assert_int_equal(ptx_find_symbol(module, VIEW("c"))->size, 8);
    done(module, &text);
}

static void files_are_numbered_anew(void **state)
{
    (void)state;
    StrBuf text = {0};
    PtxModule *module = linked(HEAD("sm_52") ".file 1 \"a.cu\"\n.file 2 \"b.cu\"\n"
                                             ".visible .entry a()\n{ .loc 2 5 1\n ret; }\n",
                               HEAD("sm_52") ".file 1 \"c.cu\"\n"
                                             ".visible .entry b()\n{ .loc 1 9 1\n ret; }\n",
                               &text);
    const PtxLoc *loc = ptx_find_function(module, VIEW("b"))->insts[0].loc;
    assert_true(view_equal_text(module->files[loc->file].name, "c.cu"));
    assert_int_equal(loc->line, 9);
    done(module, &text);
}

static void refused(void **state)
{
    (void)state;
    static const char good[] = HEAD("sm_52") ".visible .func f()\n{ ret; }\n";
    static const char *const bad[] = {good,
                                      "no PTX",
                                      HEAD("sm_52") ".visible .func g( { ret;",
                                      HEAD("sm_52") ".global .u32 x = {1, 2",
                                      ".version 7.0 \"",
                                      HEAD("sm_52") "/* no end"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        Error error = {0};
        StrBuf text = {0};
        PtxLinkInput inputs[] = {{view_of(good), "good"}, {view_of(bad[i]), "bad"}};
        assert_false(ptx_link(inputs, 2, &text, &error));
        assert_int_equal(error.kind, ERROR_CONTENT);
        assert_string_equal(error.file, "bad");
        strbuf_free(&text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(externs_meet),
        cmocka_unit_test(locals_stay_apart),
        cmocka_unit_test(weak_ones_give_way),
        cmocka_unit_test(files_are_numbered_anew),
        cmocka_unit_test(refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
