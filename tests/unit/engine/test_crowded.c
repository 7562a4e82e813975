/* Cooperative launches whose blocks keep little while they wait. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "../rounds.h"
#include "base/strbuf.h"
#include "ptx/parse.h"
#include "sim/engine/engine.h"
#include "sim/engine/liveness.h"
#include "sim/engine/pack.h"

#define HEAD ".version 7.0\n.target sm_70\n.address_size 64\n"

static PtxModule *parse(const char *text)
{
    Error error = {0};
    PtxModule *ptx = ptx_parse(view_of(text), &error);
    if (!ptx)
        fail_msg("%s", error.text);
    return ptx;
}

static uint32_t reg_named(const PtxFunction *function, const char *name)
{
    for (uint32_t i = 0; i < function->reg_count; i++)
        if (view_equal(function->regs[i].name, view_of(name)))
            return i;
    fail_msg("no register %s", name);
    return 0;
}

static bool lives(Liveness *liveness, const PtxFunction *function, uint32_t inst, const char *name)
{
    uint32_t reg = reg_named(function, name);
    return liveness_at(liveness, inst)[reg / 64] >> reg % 64 & 1;
}

/* %a lives around the loop, %b from one iteration to the next though it is written first in the
 * text, %c from its instruction to the next. */
static void registers_live_while_they_may_be_read(void **state)
{
    (void)state;
    PtxModule *ptx = parse(HEAD ".func g() { ret; }\n.visible .entry k(.param .u64 p)\n{\n"
                                ".reg .pred %p, %q;\n.reg .b32 %a, %b, %c, %e;\n"
                                ".reg .b64 %x, %f;\n"
                                "ld.param.u64 %x, [p];\n"       /* 0 */
                                "mov.u32 %a, %tid.x;\n"         /* 1 */
                                "mov.u32 %e, 0;\n"              /* 2 */
                                "mov.u64 %f, g;\n"              /* 3 */
                                "again:\n"                      /* */
                                "setp.eq.u32 %p, %e, 0;\n"      /* 4 */
                                "@!%p bra kept;\n"              /* 5 */
                                "mov.u32 %b, 5;\n"              /* 6 */
                                "kept:\n"                       /* */
                                "add.u32 %c, %a, 1;\n"          /* 7 */
                                "add.u32 %e, %e, %c;\n"         /* 8 */
                                "add.u32 %e, %e, %b;\n"         /* 9 */
                                "setp.lt.u32 %q, %e, 1000;\n"   /* 10 */
                                "@%q bra again;\n"              /* 11 */
                                "call %f, (), proto;\n"         /* 12 */
                                "st.global.u32 [%x], %e;\n"     /* 13 */
                                "proto: .callprototype _ ();\n" /* */
                                "ret;\n}\n");
    const PtxFunction *function = ptx->functions[1];
    Liveness *liveness = liveness_new(function);
    assert_non_null(liveness);
    assert_true(lives(liveness, function, 5, "%a") && lives(liveness, function, 11, "%a"));
    assert_false(lives(liveness, function, 1, "%a") || lives(liveness, function, 12, "%a"));
    assert_true(lives(liveness, function, 4, "%b") && lives(liveness, function, 10, "%b"));
    assert_false(lives(liveness, function, 12, "%b"));
    assert_true(lives(liveness, function, 8, "%c"));
    assert_false(lives(liveness, function, 7, "%c") || lives(liveness, function, 9, "%c"));
    assert_true(lives(liveness, function, 1, "%x") && lives(liveness, function, 13, "%x"));
    assert_true(lives(liveness, function, 4, "%f") && lives(liveness, function, 12, "%f"));
    assert_false(lives(liveness, function, 13, "%f"));
    liveness_free(liveness);
    ptx_free(ptx);
}

enum { BLOCKS = 220, THREADS = 1024, HELD = 24, ROUNDS = 3, STORED = 4 };

static uint32_t blocks(void)
{
    return rounds(BLOCKS);
}

/* Waits for all blocks, by a counter and a spin. */
static void add_meeting(StrBuf *text, const char *counter, const char *goal, const char *name)
{
    strbuf_format(text,
                  "bar.sync 0;\nmov.u32 %%s1, %%tid.x;\nsetp.ne.u32 %%q1, %%s1, 0;\n"
                  "@%%q1 bra met%s;\nmembar.gl;\natom.global.add.u32 %%s2, [%s], 1;\nspin%s:\n"
                  "ld.volatile.global.u32 %%s3, [%s];\nsetp.lt.u32 %%q2, %%s3, %s;\n"
                  "@%%q2 bra spin%s;\nmembar.gl;\nmet%s:\nbar.sync 0;\n",
                  name, counter, name, counter, goal, name, name);
}

static const char *const meeting_registers = ".reg .pred %q<3>;\n.reg .b32 %s<4>;\n";

/* Values that are held over barriers of the whole grid, in registers and in local memory; every
 * second barrier is a function's. A thread of each block prints at the end. */
static char *held_over_barriers(void)
{
    StrBuf text = {0};
    strbuf_format(&text,
                  HEAD ".extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 v);\n"
                       ".global .align 1 .b8 words[3] = {104, 105, 0};\n"
                       ".func meet(.param .b64 c, .param .b32 g)\n{\n%s"
                       ".reg .b32 %%g;\n.reg .b64 %%c;\n"
                       "ld.param.u64 %%c, [c];\nld.param.u32 %%g, [g];\n",
                  meeting_registers);
    add_meeting(&text, "%c", "%g", "");
    strbuf_format(&text,
                  "ret;\n}\n.visible .entry k(.param .u64 out, .param .u64 counter)\n{\n"
                  ".local .align 4 .b8 kept[%d];\n%s"
                  ".reg .pred %%p<9>;\n.reg .b32 %%t<%d>, %%h<%d>;\n.reg .b64 %%x<9>;\n"
                  "ld.param.u64 %%x1, [out];\nld.param.u64 %%x2, [counter];\n"
                  "mov.u32 %%t1, %%ctaid.x;\nmov.u32 %%t2, %%tid.x;\n"
                  "mad.lo.u32 %%t3, %%t1, %d, %%t2;\nmov.u64 %%x5, kept;\n",
                  4 * STORED, meeting_registers, 200, HELD, THREADS);
    for (int i = 0; i < HELD; i++)
        strbuf_format(&text, "mad.lo.u32 %%h%d, %%t3, %d, %d;\n", i, 2 * i + 1, i);
    for (int i = 0; i < STORED; i++)
        strbuf_format(&text, "st.local.u32 [%%x5+%d], %%h%d;\n", 4 * i, i);
    for (int round = 1; round <= ROUNDS; round++) {
        char name[16], goal[16];
        snprintf(name, sizeof name, "%d", round);
        snprintf(goal, sizeof goal, "%u", (uint32_t)round * blocks());
        if (round % 2)
            add_meeting(&text, "%x2", goal, name);
        else
            strbuf_format(&text,
                          "{\n.param .b64 c;\n.param .b32 g;\nst.param.b64 [c], %%x2;\n"
                          "st.param.b32 [g], %s;\ncall meet, (c, g);\n}\n",
                          goal);
        for (int i = 0; i < HELD; i++)
            strbuf_format(&text, "add.u32 %%t%d, %%h%d, %%h%d;\nxor.b32 %%h%d, %%t%d, %u;\n",
                          10 + round * HELD + i, i, (i + 1) % HELD, i, 10 + round * HELD + i,
                          0x5bd1e995u * (uint32_t)round);
    }
    strbuf_format(&text, "mov.u32 %%t6, 0;\n");
    for (int i = 0; i < HELD; i++)
        strbuf_format(&text, "mad.lo.u32 %%t6, %%t6, 31, %%h%d;\n", i);
    for (int i = 0; i < STORED; i++)
        strbuf_format(&text, "ld.local.u32 %%t7, [%%x5+%d];\nmad.lo.u32 %%t6, %%t6, 31, %%t7;\n",
                      4 * i);
    strbuf_format(&text, "mul.wide.u32 %%x3, %%t3, 4;\nadd.u64 %%x4, %%x1, %%x3;\n"
                         "st.global.u32 [%%x4], %%t6;\nsetp.ne.u32 %%p1, %%t2, 0;\n@%%p1 ret;\n"
                         "{\n.param .b64 f;\n.param .b64 v;\n.param .b32 r;\n"
                         "mov.u64 %%x6, words;\ncvta.global.u64 %%x6, %%x6;\n"
                         "st.param.b64 [f], %%x6;\nst.param.b64 [v], 0;\n"
                         "call (r), vprintf, (f, v);\n}\nret;\n}\n");
    return strbuf_take(&text);
}

static uint32_t expected(uint32_t thread)
{
    uint32_t held[HELD], sum = 0;
    for (uint32_t i = 0; i < HELD; i++)
        held[i] = thread * (2 * i + 1) + i;
    for (uint32_t round = 1; round <= ROUNDS; round++)
        for (uint32_t i = 0; i < HELD; i++)
            held[i] = (held[i] + held[(i + 1) % HELD]) ^ 0x5bd1e995u * (uint32_t)round;
    for (uint32_t i = 0; i < HELD; i++)
        sum = sum * 31 + held[i];
    for (uint32_t i = 0; i < STORED; i++)
        sum = sum * 31 + thread * (2 * i + 1) + i;
    return sum;
}

static void told(void *state, const SimFinding *finding)
{
    (void)state;
    fail_msg("%s", finding->text ? finding->text : finding->rule);
}

static size_t allocated(void)
{
    struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
}

/* The first block is done, and all others still wait. */
static void measure(void *state, const EnginePrint *print)
{
    size_t *at_first = state;
    (void)print;
    if (!*at_first)
        *at_first = allocated();
}

static const PtxOperand *operand_of(const SimAccess *access, uint32_t i)
{
    return i < access->inst->operand_count ? &access->inst->operands[i] : NULL;
}

/* What a store of a register stores is what the register holds. */
static void look(void *self, const SimWarpInfo *warp, const SimAccess *access)
{
    const PtxOperand *value = operand_of(access, 1);
    (void)self;
    if (access->kind != SIM_ACCESS_STORE || access->space != PTX_SPACE_GLOBAL || !value ||
        value->kind != PTX_OPERAND_REG)
        return;
    const uint32_t *lanes = warp->lanes(warp->frame, value->reg);
    assert_non_null(lanes);
    assert_memory_equal(lanes, access->stored, 32 * sizeof *lanes);
}

/* `observer`: NULL for none. */
static void values_outlive(const SimObserver *observer)
{
    char *text = held_over_barriers();
    PtxModule *ptx = parse(text);
    SimMemory *memory = sim_memory_new(UINT64_C(1) << 30);
    EngineModule *module = engine_module_new(ptx, memory, 0, NULL, NULL, NULL);
    assert_non_null(module);
    uint64_t params[2] = {
        sim_memory_alloc(memory, 4 * blocks() * THREADS, 0, SIM_ALLOC_DEVICE, 0, NULL),
        sim_memory_alloc(memory, 4, 0, SIM_ALLOC_DEVICE, 0, NULL)};
    *(uint32_t *)(uintptr_t)params[1] = 0;
    const size_t before = allocated();
    size_t during = 0;
    EngineLaunch launch = {.module = module,
                           .kernel = ptx->functions[ptx->function_count - 1],
                           .grid = {blocks(), 1, 1},
                           .block = {THREADS, 1, 1},
                           .params = params,
                           .memory = memory,
                           .profile = &sim_profiles[0],
                           .id = 1,
                           .cooperative = true,
                           .threads = 1,
                           .observers = &observer,
                           .observer_count = observer != NULL,
                           .findings = {NULL, told},
                           .print_state = &during,
                           .print = measure};
    EngineResult result;
    engine_run(&launch, &result);
    assert_int_equal(result.status, ENGINE_DONE);
    const uint32_t *out = (const uint32_t *)(uintptr_t)params[0];
    for (uint32_t i = 0; i < blocks() * THREADS; i++)
        if (out[i] != expected(i))
            fail_msg("thread %u has %u, not %u", i, out[i], expected(i));
    if (before) /* other allocators tell nothing here */
        assert_in_range(during - before, rounds(1 << 20), 64 << 20);
    engine_module_free(module);
    sim_memory_free(memory);
    ptx_free(ptx);
    free(text);
}

static void values_outlive_waiting(void **state)
{
    (void)state;
    values_outlive(NULL);
}

static void values_outlive_waiting_when_observed(void **state)
{
    (void)state;
    const SimObserver observer = {.access = look};
    values_outlive(&observer);
}

/* What takes little is kept in any case, the rest if it is to be; lanes that were not kept hold no
 * number. */
static void rows_come_back(void **state)
{
    (void)state;
    uint32_t same[32], steps[32], other[32], back[32];
    uint64_t wide[32], wide_back[32];
    unsigned char packed[PACK_ROW_MOST(8)];
    for (uint32_t i = 0; i < 32; i++) {
        same[i] = 7;
        steps[i] = 0xfffffff0 + 3 * i;
        other[i] = i * i;
        wide[i] = UINT64_C(0x7f0000000000) - UINT64_C(0x100000001) * i;
    }
    const uint32_t *rows[] = {same, steps, other};
    const size_t sizes[] = {5, 9, 129};
    for (int i = 0; i < 3; i++) {
        assert_int_equal(pack_row(rows[i], 4, SIZE_MAX, packed), sizes[i]);
        assert_int_equal(unpack_row(packed, 4, back), sizes[i]);
        assert_memory_equal(back, rows[i], sizeof back);
    }
    assert_int_equal(pack_row(wide, 8, SIZE_MAX, packed), 17);
    assert_int_equal(unpack_row(packed, 8, wide_back), 17);
    assert_memory_equal(wide_back, wide, sizeof wide);
    assert_int_equal(pack_row(other, 4, 128, packed), 1);
    assert_int_equal(unpack_row(packed, 4, back), 1);
    for (uint32_t i = 0; i < 32; i++)
        assert_int_equal(back[i], SIM_FORGOTTEN * UINT32_C(0x10001));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(registers_live_while_they_may_be_read),
        cmocka_unit_test(rows_come_back),
        cmocka_unit_test(values_outlive_waiting),
        cmocka_unit_test(values_outlive_waiting_when_observed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
