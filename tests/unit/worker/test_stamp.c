/* Stamps in a kernel's PTX: where they go, and what is left alone. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "worker/stamp.h"

#define HEAD ".version 8.8\n.target sm_80\n.address_size 64\n"

static size_t count(const char *text, const char *part)
{
    size_t found = 0;
    for (const char *at = text; (at = strstr(at, part)); at += strlen(part))
        found++;
    return found;
}

static void each_end_is_stamped(void **state)
{
    (void)state;
    StrBuf out = {0};
    assert_true(stamp_ptx(VIEW("// .entry k in words\n" HEAD ".visible .entry other() { ret; }\n"
                               ".visible .entry k(.param .u64 p)\n.maxntid 32, 1, 1\n{\n"
                               "\t.reg .pred %p<2>;\n\t.loc 1 4 2\n\t@!%p1 ret;\n"
                               "$L__1:\n\t{ mov.b64 {%r1, %r2}, %rd1; }\n\t// ret;\n\tret;\n}\n"),
                          "k", "%globaltimer", 0, &out));
    const char *text = strbuf_text(&out);
    assert_int_equal(count(text, "red.global.max.u64"), 3); /* guarded, plain, at the brace */
    assert_non_null(strstr(text, "@%p1 bra $culab_0;"));
    assert_int_equal(count(text, "[" STAMP_VARIABLE "]"), 1);
    assert_non_null(strstr(text, "other() { ret; }"));
    strbuf_free(&out);
}

static void a_version_too_new_is_lowered(void **state)
{
    (void)state;
    StrBuf out = {0};
    assert_true(stamp_ptx(VIEW(HEAD ".entry k() { ret; }"), "k", "%clock64", 84, &out));
    assert_non_null(strstr(strbuf_text(&out), ".version 8.4\n.target sm_80"));
    strbuf_clear(&out);
    assert_true(stamp_ptx(VIEW(HEAD ".entry k() { ret; }"), "k", "%clock64", 90, &out));
    assert_non_null(strstr(strbuf_text(&out), ".version 8.8\n"));
    strbuf_free(&out);
}

static void what_cannot_be_read_is_refused(void **state)
{
    (void)state;
    static const char *const texts[] = {"",
                                        HEAD,
                                        HEAD ".entry kk() { ret; }",
                                        HEAD ".entry k",
                                        HEAD ".entry k() {",
                                        HEAD ".entry k() { ret",
                                        HEAD ".entry k() { @",
                                        HEAD ".entry k() { @%p ret",
                                        HEAD ".entry k() { .pragma \"x",
                                        HEAD ".entry k() { /* ret; }"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        StrBuf out = {0};
        assert_false(stamp_ptx(view_of(texts[i]), "k", "%clock64", 0, &out));
        strbuf_free(&out);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_end_is_stamped),
        cmocka_unit_test(a_version_too_new_is_lowered),
        cmocka_unit_test(what_cannot_be_read_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
