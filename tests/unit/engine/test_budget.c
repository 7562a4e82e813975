/* A launch's budget: instructions that move many bytes are worth many. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "ptx/parse.h"
#include "sim/engine/engine.h"

enum { COPIED = 128 << 10, BUDGET = 2 << 20, SHARED = COPIED + 1024 };

#define HEAD                                                                                   \
    ".version 8.6\n.target sm_100\n.address_size 64\n.extern .shared .align 128 .b8 tile[];\n" \
    ".visible .entry k(.param .u64 to, .param .u64 count, .param .u32 rounds)\n{\n"            \
    ".reg .pred %p<4>;\n.reg .b32 %r<9>;\n.reg .b64 %x<9>;\n.reg .f32 %f<4>;\n"                \
    "ld.param.u64 %x1, [to];\nld.param.u64 %x2, [count];\nld.param.u32 %r3, [rounds];\n"       \
    "mov.u32 %r1, tile;\nmov.u32 %r2, 0;\ncvt.u64.u32 %x3, %r1;\nagain:\n"
#define TAIL                                                                        \
    "add.u32 %r2, %r2, 1;\nst.global.u32 [%x2], %r2;\nsetp.ne.u32 %p1, %r2, %r3;\n" \
    "@%p1 bra again;\nret;\n}\n"
#define WAIT "cp.async.bulk.commit_group;\ncp.async.bulk.wait_group 0;\n"

static void found(void *state, const SimFinding *finding)
{
    (void)state;
    fail_msg("%s", finding->text ? finding->text : finding->rule);
}

/* How it ends; `counted` is how many rounds it has made. */
static EngineResult run(const char *text, uint32_t rounds, uint64_t budget, uint32_t *counted)
{
    Error error = {0};
    EngineResult result;
    PtxModule *ptx = ptx_parse(view_of(text), &error);
    SimMemory *memory = sim_memory_new(UINT64_C(1) << 30);
    EngineModule *module = ptx ? engine_module_new(ptx, memory, 0, NULL, NULL, &error) : NULL;
    if (!module)
        fail_msg("%s", error.text);
    struct {
        uint64_t to, count;
        uint32_t rounds;
    } params = {sim_memory_alloc(memory, COPIED, 0, SIM_ALLOC_DEVICE, 0, NULL),
                sim_memory_alloc(memory, 4, 0, SIM_ALLOC_DEVICE, 0, NULL), rounds};
    EngineLaunch launch = {.module = module,
                           .kernel = ptx->functions[0],
                           .grid = {1, 1, 1},
                           .block = {1, 1, 1},
                           .dynamic_shared = SHARED,
                           .params = &params,
                           .memory = memory,
                           .profile = &sim_profiles[0],
                           .id = 1,
                           .threads = 4,
                           .eager = true,
                           .budget = budget,
                           .findings = {NULL, found}};
    engine_run(&launch, &result);
    *counted = *(const uint32_t *)(uintptr_t)params.count;
    engine_module_free(module);
    sim_memory_free(memory);
    ptx_free(ptx);
    return result;
}

static void ends_in_time(const char *text, uint64_t bytes)
{
    uint32_t counted;
    const uint32_t most = (uint32_t)(BUDGET / (bytes / 4)) + 1;
    const EngineResult endless = run(text, 0, BUDGET, &counted);
    assert_int_equal(endless.status, ENGINE_BUDGET);
    assert_in_range(counted, most / 2, most);
    assert_in_range(endless.charged, BUDGET - bytes, BUDGET);
    /* A few of them are no matter, and are not told as instructions. */
    const EngineResult few = run(text, 10, BUDGET, &counted);
    assert_int_equal(few.status, ENGINE_DONE);
    assert_int_equal(counted, 10);
    assert_int_equal(few.charged, 10 * bytes / 4);
    assert_in_range(few.thread_instructions, 40, 200);
    /* Without a budget nothing is charged. */
    const EngineResult free_of_charge = run(text, 2 * most, 0, &counted);
    assert_int_equal(free_of_charge.status, ENGINE_DONE);
    assert_int_equal(free_of_charge.charged, 0);
}

static void copies_are_worth_their_words(void **state)
{
    (void)state;
    ends_in_time(HEAD
                 "cp.async.bulk.global.shared::cta.bulk_group [%x1], [%r1], 131072;\n" WAIT TAIL,
                 COPIED);
}

static void reductions_are_worth_their_words(void **state)
{
    (void)state;
    ends_in_time(HEAD "cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [%x1], [%r1], "
                      "65536;\n" WAIT TAIL,
                 COPIED / 2);
}

static void fills_are_worth_their_words(void **state)
{
    (void)state;
    ends_in_time(HEAD "st.bulk.weak.shared::cta [%x3], 131072, 0;\n" TAIL, COPIED);
}

/* A loop without them ends at the instruction. */
static void additions_are_worth_themselves(void **state)
{
    (void)state;
    uint32_t counted;
    const EngineResult result = run(HEAD TAIL, 0, BUDGET, &counted);
    assert_int_equal(result.status, ENGINE_BUDGET);
    assert_int_equal(result.charged, 0);
    assert_in_range(result.thread_instructions, BUDGET, BUDGET + 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(copies_are_worth_their_words),
        cmocka_unit_test(reductions_are_worth_their_words),
        cmocka_unit_test(fills_are_worth_their_words),
        cmocka_unit_test(additions_are_worth_themselves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
