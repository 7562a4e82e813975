/* Which bits of a result are chance, and which registers a function may read before it wrote them.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "observe/live.h"
#include "observe/undefined_rules.h"
#include "ptx/parse.h"

static PtxModule *parse(const char *body)
{
    char text[4096];
    snprintf(text, sizeof text,
             ".version 8.0\n.target sm_80\n.address_size 64\n"
             ".visible .entry k(.param .u64 p)\n{\n"
             "    .reg .pred %%p<4>;\n    .reg .b16 %%h<4>;\n    .reg .b32 %%r<9>;\n"
             "    .reg .b64 %%a<9>;\n    .reg .f32 %%f<4>;\n%s\n    ret;\n}\n",
             body);
    PtxModule *module = ptx_parse(view_of(text), NULL);
    assert_non_null(module);
    return module;
}

/* -- rules */

typedef struct Row {
    const char *text;
    uint32_t width;
    uint64_t value[4], bits[4];
    uint32_t count;
    uint64_t expected;
} Row;

static const Row rows[] = {
    {"mov.b32 %r0, %r1;", 32, {0}, {0xff00}, 1, 0xff00},
    {"and.b32 %r0, %r1, %r2;", 32, {0, 0x0ff0}, {0xffff, 0}, 2, 0x0ff0},
    {"or.b32 %r0, %r1, %r2;", 32, {0, 0x0ff0}, {0xffff, 0}, 2, 0xf00f},
    {"xor.b32 %r0, %r1, %r2;", 32, {0, 7}, {0xf0, 1}, 2, 0xf1},
    {"not.b32 %r0, %r1;", 32, {0}, {6}, 1, 6},
    {"shl.b32 %r0, %r1, %r2;", 32, {0, 8}, {0xff0000ff, 0}, 2, 0xff00},
    {"shl.b32 %r0, %r1, %r2;", 32, {0, 40}, {0xff0000ff, 0}, 2, 0},
    {"shl.b32 %r0, %r1, %r2;", 32, {1, 0}, {0, 1}, 2, UINT32_MAX},
    {"shr.u32 %r0, %r1, %r2;", 32, {0, 8}, {0xff000000, 0}, 2, 0x00ff0000},
    {"shr.s32 %r0, %r1, %r2;", 32, {0, 8}, {0x80000000, 0}, 2, 0xff800000},
    {"shr.s32 %r0, %r1, %r2;", 32, {0, 99}, {0x80000000, 0}, 2, UINT32_MAX},
    {"add.s32 %r0, %r1, %r2;", 32, {0, 0}, {0x100, 0x1000}, 2, 0xffffff00},
    {"add.f32 %f0, %f1, %f2;", 32, {0, 0}, {1, 0}, 2, UINT32_MAX},
    {"add.f16x2 %r0, %r1, %r2;", 32, {0, 0}, {0x10000, 0}, 2, 0xffff0000},
    {"mul.lo.s32 %r0, %r1, %r2;", 32, {0, 5}, {4, 0}, 2, 0xfffffffc},
    {"mul.lo.s32 %r0, %r1, %r2;", 32, {0, 0}, {4, 0}, 2, 0},
    {"mul.wide.s32 %a0, %r1, %r2;", 64, {0, 4}, {1, 0}, 2, UINT64_MAX},
    {"mad.lo.s32 %r0, %r1, %r2, %r3;", 32, {3, 5, 0}, {0, 0, 8}, 3, 0xfffffff8},
    {"cvt.u64.u32 %a0, %r1;", 64, {0}, {0xf0000000}, 1, 0xf0000000},
    {"cvt.s64.s32 %a0, %r1;", 64, {0}, {0x80000000}, 1, UINT64_C(0xffffffff80000000)},
    {"cvt.u16.u32 %h0, %r1;", 16, {0}, {0xffff0000}, 1, 0},
    {"cvt.rn.f32.s32 %f0, %r1;", 32, {0}, {1}, 1, UINT32_MAX},
    {"selp.b32 %r0, %r1, %r2, %p1;", 32, {0, 0, 1}, {0, 5, 0}, 3, 0},
    {"selp.b32 %r0, %r1, %r2, %p1;", 32, {0, 0, 0}, {0, 5, 0}, 3, 5},
    {"selp.b32 %r0, %r1, %r2, %p1;", 32, {6, 3, 0}, {0, 0, 1}, 3, 5},
    {"selp.b32 %r0, %r1, %r2, %p1;", 32, {6, 6, 0}, {0, 0, 1}, 3, 0},
    {"prmt.b32 %r0, %r1, %r2, 0x5410;", 32, {0, 0, 0x5410}, {0xffff0000, 0xff, 0}, 3, 0x00ff0000},
    {"bfi.b32 %r0, %r1, %r2, 8, 8;", 32, {0, 0, 8, 8}, {0x1ff, 0xffff, 0, 0}, 4, 0xffff},
    {"bfi.b32 %r0, %r1, %r2, 8, 8;", 32, {7, 0, 8, 8}, {0, 0xff00, 0, 0}, 4, 0},
    {"bfe.u32 %r0, %r1, 8, 8;", 32, {0, 8, 8}, {0xff00ff, 0, 0}, 3, 0},
    {"bfe.s32 %r0, %r1, 8, 8;", 32, {0, 8, 8}, {0x8000, 0, 0}, 3, UINT32_MAX},
    {"shf.l.wrap.b32 %r0, %r1, %r2, 8;", 32, {0, 0, 8}, {0xff000000, 0xff, 0}, 3, 0xffff},
    {"lop3.b32 %r0, %r1, %r2, %r3, 0x80;", 32, {0, 6, 3, 0x80}, {0xff, 0, 0, 0}, 4, 2},
    {"setp.lt.s32 %p0, %r1, %r2;", 1, {0, 0}, {1, 0}, 2, 0},
    {"setp.lt.s32 %p0, %r1, %r2;", 1, {0, 0}, {0x80000000, 0}, 2, 1},
    {"setp.eq.s32 %p0, %r1, %r2;", 1, {8, 0}, {7, 0}, 2, 0},
    {"setp.eq.s32 %p0, %r1, %r2;", 1, {8, 15}, {7, 0}, 2, 1},
    {"setp.gt.and.s32 %p0, %r1, %r2, %p1;", 1, {0, 0, 0}, {UINT32_MAX, 0, 0}, 3, 0},
    {"setp.gt.and.s32 %p0, %r1, %r2, %p1;", 1, {0, 0, 1}, {UINT32_MAX, 0, 0}, 3, 1},
    {"setp.gt.or.s32 %p0, %r1, %r2, %p1;", 1, {5, 2, 0}, {0, 0, 1}, 3, 0},
};

static void bits_of_results(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const Row *row = &rows[i];
        PtxModule *module = parse(row->text);
        UndefinedCase now = {
            .inst = module->functions[0]->insts, .width = row->width, .count = row->count};
        for (uint32_t w = 0; w < row->count; w++)
            now.from[w] = (UndefinedWord){row->value[w], row->bits[w], true};
        uint64_t result = undefined_result(&now);
        if (result != row->expected)
            fail_msg("row %zu, %s: %llx", i, row->text, (unsigned long long)result);
        ptx_free(module);
    }
}

/* -- liveness */

/* The registers that may be read first, as text. */
static void assert_first(const char *body, const char *expected)
{
    PtxModule *module = parse(body);
    const PtxFunction *function = module->functions[0];
    char found[256] = "";
    Live live;
    assert_true(live_find(function, &live));
    for (uint32_t r = 0; r < function->reg_count; r++)
        if (live_number(&live, r) && live_number(&live, r) <= live.entry) {
            strncat(found, function->regs[r].name.data, function->regs[r].name.size);
            strcat(found, " ");
        }
    assert_string_equal(found, expected);
    live_free(&live);
    ptx_free(module);
}

static void registers_read_first(void **state)
{
    (void)state;
    assert_first("mov.u32 %r1, 5;\nadd.u32 %r2, %r1, %r1;", "");
    assert_first("add.u32 %r2, %r1, %r1;", "%r1 ");
    assert_first("setp.eq.u32 %p1, %r3, 0;\n@%p1 bra L;\nmov.u32 %r1, 1;\nL: add.u32 %r2, %r1, 1;",
                 "%r1 %r3 ");
    assert_first("mov.u32 %r3, 0;\nsetp.eq.u32 %p1, %r3, 0;\n@%p1 bra L;\nmov.u32 %r1, 1;\n"
                 "bra M;\nL: mov.u32 %r1, 2;\nM: add.u32 %r2, %r1, 1;",
                 "");
    assert_first("mov.u32 %r3, 0;\nL: add.u32 %r3, %r3, 1;\nadd.u32 %r2, %r2, 1;\n"
                 "setp.lt.u32 %p1, %r3, 9;\n@%p1 bra L;",
                 "%r2 ");
    assert_first("setp.eq.u32 %p1, 1, 0;\n@%p1 mov.u32 %r1, 1;\nadd.u32 %r2, %r1, 1;", "%r1 ");
    assert_first("ld.param.u64 %a1, [p];\n@%p2 st.global.u32 [%a2], %r4;", "%p2 %r4 %a2 ");
}

static void what_is_made_of_them(void **state)
{
    PtxModule *module = parse("mov.u32 %r3, 1;\nadd.u32 %r2, %r1, 1;\nadd.u32 %r4, %r3, 1;\n"
                              "st.shared.u32 [%r3], %r2;\nld.shared.u32 %r5, [%r3];\n"
                              "ld.global.u32 %r6, [%a1];");
    const PtxFunction *function = module->functions[0];
    Live live;
    (void)state;
    assert_true(live_find(function, &live));
    const char *const concerned = "0101110"; /* by instruction */
    for (uint32_t i = 0; i < 5; i++)
        assert_int_equal(live_concerns(&live, &function->insts[i]), concerned[i] == '1');
    live_free(&live);
    ptx_free(module);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bits_of_results),
        cmocka_unit_test(registers_read_first),
        cmocka_unit_test(what_is_made_of_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
