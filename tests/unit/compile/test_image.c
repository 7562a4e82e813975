/* A compiled source as bytes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "compile/image.h"

static const char ptx[] = ".version 8.0\n.target sm_80\n.address_size 64\n"
                          ".visible .entry k(\n.param .u64 k_param_0\n)\n{\nret;\n}\n";

static void it_comes_back_whole(void **state)
{
    (void)state;
    Compiled from = {.ptx = memory_clone_text(ptx), .cubin = memory_clone_bytes("a\0b", 3)}, to;
    from.cubin_size = 3;
    image_make(&from);
    assert_true(image_read(strbuf_view(&from.result.image), &to));
    assert_string_equal(to.ptx, ptx);
    assert_int_equal(to.cubin_size, 3);
    assert_memory_equal(to.cubin, "a\0b", 3);
    assert_int_equal(to.entries.size, 1);
    assert_string_equal(to.entries.data[0].symbol, "k");
    assert_true(to.result.ran && to.result.ok);
    compiled_free(&from);
    compiled_free(&to);
}

static void without_machine_code(void **state)
{
    (void)state;
    Compiled from = {.ptx = memory_clone_text(ptx)}, to;
    image_make(&from);
    assert_true(image_read(strbuf_view(&from.result.image), &to));
    assert_null(to.cubin);
    compiled_free(&from);
    compiled_free(&to);
}

static void what_did_not_compile_has_none(void **state)
{
    (void)state;
    Compiled from = {0};
    image_make(&from);
    assert_int_equal(from.result.image.size, 0);
    compiled_free(&from);
}

static void other_bytes_are_refused(void **state)
{
    (void)state;
    Compiled to;
    assert_false(image_read(VIEW(""), &to));
    assert_false(image_read((View){"\5\0\0\0\0\0\0\0abcd", 12}, &to));
    assert_false(image_read((View){"\377\377\377\377\377\377\377\377abcd", 12}, &to));
    assert_false(image_read((View){"\4\0\0\0\0\0\0\0ab\0d", 12}, &to));
    assert_false(image_read((View){"\0\0\0\0\0\0\0\0abcd", 12}, &to));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_comes_back_whole),
        cmocka_unit_test(without_machine_code),
        cmocka_unit_test(what_did_not_compile_has_none),
        cmocka_unit_test(other_bytes_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
