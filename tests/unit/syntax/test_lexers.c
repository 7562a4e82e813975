/* The line lexers: what each piece of a line is taken for, and what a line leaves to the next. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/strbuf.h"
#include "syntax/syntax.h"

/* Lexes `lines` (LF between) and compares the spans of the last: "kind:text kind:text". */
static SyntaxState expect_spans(SyntaxLanguage language, const char *lines, const char *expected)
{
    SyntaxState state = {0};
    SyntaxSpans spans = {0};
    StrBuf got = {0};
    View rest = view_of(lines), line;
    while (view_split(&rest, '\n', &line))
        state = syntax_line(language, state, line, &spans);
    View last = view_of(lines);
    while (view_find(last, '\n') < last.size)
        last = view_slice(last, view_find(last, '\n') + 1, last.size);
    uint32_t end = 0;
    for (size_t i = 0; i < spans.size; i++) {
        SyntaxSpan span = spans.data[i];
        assert_true(span.from >= end && span.to > span.from && span.to <= last.size);
        end = span.to;
        strbuf_format(&got, "%s%s:%.*s", i ? " " : "", syntax_kind_text(span.kind),
                      (int)(span.to - span.from), last.data + span.from);
    }
    assert_string_equal(strbuf_text(&got), expected);
    vec_free(&spans);
    strbuf_free(&got);
    return state;
}

static void words_of_cuda(void **state)
{
    (void)state;
    expect_spans(SYNTAX_CUDA, "__global__ void add(const float4 *a, size_t n)",
                 "qualifier:__global__ type:void function:add keyword:const type:float4 operator:* "
                 "type:size_t");
    expect_spans(SYNTAX_CUDA, "int i = blockIdx.x*blockDim.x; __syncthreads();",
                 "type:int operator:= builtin:blockIdx operator:* builtin:blockDim "
                 "builtin:__syncthreads");
    expect_spans(SYNTAX_CUDA, "add<<<grid, 32>>>(x);",
                 "function:add operator:<<< number:32 operator:>>>");
    expect_spans(SYNTAX_CUDA, "ifx forint returned", "");
}

static void numbers_of_cuda(void **state)
{
    (void)state;
    expect_spans(SYNTAX_CUDA, "0x1Fu 1'000 1.5e-3f .5 0x1p+3 1e5+2 7-1",
                 "number:0x1Fu number:1'000 number:1.5e-3f number:.5 number:0x1p+3 number:1e5 "
                 "operator:+ number:2 number:7 operator:- number:1");
}

static void quoted_text_of_cuda(void **state)
{
    (void)state;
    expect_spans(SYNTAX_CUDA, "p(\"a\\n\\\"b\", 'c', '\\'')",
                 "function:p string:\"a escape:\\n\\\" string:b\" character:'c' character:' "
                 "escape:\\' character:'");
    expect_spans(SYNTAX_CUDA, "\"open", "error:\"open");
    expect_spans(SYNTAX_CUDA, "\"open\n1", "number:1");
    expect_spans(SYNTAX_CUDA, "\"goes \\\non\" 1", "string:on\" number:1");
    expect_spans(SYNTAX_CUDA, "u8\"x\" L'y'", "string:u8\"x\" character:L'y'");
}

static void raw_strings_of_cuda(void **state)
{
    (void)state;
    expect_spans(SYNTAX_CUDA, "R\"(a \" b)\" 1", "string:R\"(a \" b)\" number:1");
    expect_spans(SYNTAX_CUDA, "R\"xy(a\n)\" )x\" // no", "string:)\" )x\" // no");
    expect_spans(SYNTAX_CUDA, "R\"xy(a\nb)xy\" 2", "string:b)xy\" number:2");
    expect_spans(SYNTAX_CUDA, "R\"xy(a\n\n\nb)xy\"; if", "string:b)xy\" keyword:if");
}

static void comments_of_cuda(void **state)
{
    (void)state;
    expect_spans(SYNTAX_CUDA, "a /* if */ 1 // for", "comment:/* if */ number:1 comment:// for");
    expect_spans(SYNTAX_CUDA, "/* one\ntwo", "comment:two");
    expect_spans(SYNTAX_CUDA, "/* one\n\ntwo */ 3 /*/ x", "comment:two */ number:3 comment:/*/ x");
    expect_spans(SYNTAX_CUDA, "// one \\\ntwo", "comment:two");
    expect_spans(SYNTAX_CUDA, "// one \\\ntwo\n3", "number:3");
    expect_spans(SYNTAX_CUDA, "\"/*\" 1", "string:\"/*\" number:1");
}

static void preprocessor_lines_of_cuda(void **state)
{
    (void)state;
    expect_spans(SYNTAX_CUDA, "  # include <a//b.h> // c",
                 "directive:# include string:<a//b.h> comment:// c");
    SyntaxState after =
        expect_spans(SYNTAX_CUDA, "#define F(x) \\", "directive:#define function:F");
    assert_true(after.directive);
    after = expect_spans(SYNTAX_CUDA, "#define F(x) \\\n  # 2", "number:2");
    assert_false(after.directive);
    expect_spans(SYNTAX_CUDA, "a # b", "");
}

static void lines_of_ptx(void **state)
{
    (void)state;
    expect_spans(SYNTAX_PTX, "\t@%p1 ld.global.nc.v2.f32 \t{%f1, %f2}, [%rd1+8]; // x",
                 "register:%p1 function:ld.global.nc.v2 type:.f32 register:%f1 register:%f2 "
                 "register:%rd1 number:8 comment:// x");
    expect_spans(SYNTAX_PTX, "$L__BB0_1: mov.u32 %r1, %tid.x;",
                 "label:$L__BB0_1 function:mov type:.u32 register:%r1 builtin:%tid.x");
    expect_spans(SYNTAX_PTX, ".reg .b32 %r<5>;", "qualifier:.reg type:.b32 register:%r number:5");
    expect_spans(SYNTAX_PTX, ".visible .entry add(", "qualifier:.visible qualifier:.entry");
    expect_spans(SYNTAX_PTX, ".target sm_80\nret;", "function:ret");
    expect_spans(SYNTAX_PTX, "call.uni (retval0),\nvprintf,\n(param0);", "");
    expect_spans(SYNTAX_PTX, "bra $L1;", "function:bra label:$L1");
    expect_spans(SYNTAX_PTX, "/* a\nb */ ret;", "comment:b */ function:ret");
}

/* Whatever the bytes are, spans are in order and inside the line (checked under the sanitizers). */
static void any_bytes_are_survived(void **state)
{
    (void)state;
    static const char pieces[] = "\"'\\/*/#R(x)u8.0e+%$:;{}@<\n\0\xff ";
    uint64_t seed = 5;
    SyntaxState states[2] = {{0}, {0}};
    SyntaxSpans spans = {0};
    for (int i = 0; i < 60000; i++) {
        char line[24];
        size_t size = (seed >> 40) % sizeof line;
        for (size_t k = 0; k < size; k++) {
            seed = seed * UINT64_C(6364136223846793005) + 99;
            line[k] = pieces[(seed >> 33) % (sizeof pieces - 1)];
        }
        seed = seed * UINT64_C(6364136223846793005) + 99;
        /* A copy of the exact size, so that reading past it is noticed. */
        char *exact = memory_clone_bytes(line, size);
        for (int l = 0; l < 2; l++) {
            states[l] = syntax_line((SyntaxLanguage)l, states[l], (View){exact, size}, &spans);
            uint32_t end = 0;
            for (size_t s = 0; s < spans.size; s++) {
                assert_true(spans.data[s].from >= end && spans.data[s].to > spans.data[s].from);
                end = spans.data[s].to;
            }
            assert_true(end <= size);
        }
        free(exact);
    }
    vec_free(&spans);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_of_cuda),       cmocka_unit_test(numbers_of_cuda),
        cmocka_unit_test(quoted_text_of_cuda), cmocka_unit_test(raw_strings_of_cuda),
        cmocka_unit_test(comments_of_cuda),    cmocka_unit_test(preprocessor_lines_of_cuda),
        cmocka_unit_test(lines_of_ptx),        cmocka_unit_test(any_bytes_are_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
