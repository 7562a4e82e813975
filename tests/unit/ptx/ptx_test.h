/* What the tests of PTX share: a kernel around a few lines, and looking into it. */
#ifndef CULAB_TESTS_UNIT_PTX_TEST_H
#define CULAB_TESTS_UNIT_PTX_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "ptx/parse.h"
#include "ptx/print.h"

#define HEADER ".version 8.0\n.target sm_80\n.address_size 64\n"
/* A kernel whose first line of `body` is line 7. */
#define REGS                                                                                  \
    ".reg .pred %p<4>; .reg .b16 %h<4>; .reg .b32 %r<8>; .reg .f32 %f<4>; .reg .b64 %rd<4>; " \
    ".reg .f64 %fd<4>;\n"
#define KERNEL(body) HEADER ".visible .entry k(.param .u64 a, .param .u32 n)\n{\n" REGS body "\n}\n"

static inline PtxModule *parse_good(const char *text)
{
    Error error = {0};
    PtxModule *module = ptx_parse(view_of(text), &error);
    if (!module)
        fail_msg("line %d: %s", error.line, error.text);
    return module;
}

/* The text must be refused in this line, with these words. */
static inline void parse_bad(const char *text, int line, const char *words)
{
    Error error = {0};
    PtxModule *module = ptx_parse(view_of(text), &error);
    assert_null(module);
    assert_int_equal(error.kind, ERROR_CONTENT);
    if (!strstr(error.text, words) || error.line != line)
        fail_msg("wanted line %d '%s', got line %d '%s'", line, words, error.line, error.text);
}

static inline const PtxFunction *kernel_of(const PtxModule *module)
{
    const PtxFunction *kernel = ptx_find_function(module, VIEW("k"));
    assert_non_null(kernel);
    return kernel;
}

#endif
