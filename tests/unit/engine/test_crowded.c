/* Registers that share slots, and cooperative launches whose blocks keep little while they wait. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/strbuf.h"
#include "ptx/parse.h"
#include "sim/engine/engine.h"
#include "sim/engine/share.h"

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

/* %a lives around the loop, %b from one iteration to the next though it is written first in the
 * text, %c and %d within, one after the other. */
static void only_registers_apart_share(void **state)
{
    (void)state;
    PtxModule *ptx = parse(HEAD ".visible .entry k(.param .u64 p)\n{\n"
                                ".reg .pred %p, %q;\n.reg .b32 %a, %b, %c, %d, %e;\n"
                                ".reg .b64 %x;\n"
                                "ld.param.u64 %x, [p];\n"
                                "mov.u32 %a, %tid.x;\n"
                                "mov.u32 %e, 0;\n"
                                "again:\n"
                                "setp.eq.u32 %p, %e, 0;\n"
                                "@!%p bra kept;\n"
                                "mov.u32 %b, 5;\n"
                                "kept:\n"
                                "add.u32 %c, %a, 1;\n"
                                "add.u32 %e, %e, %c;\n"
                                "add.u32 %d, %b, 1;\n"
                                "add.u32 %e, %e, %d;\n"
                                "setp.lt.u32 %q, %e, 1000;\n"
                                "@%q bra again;\n"
                                "add.u32 %e, %e, %a;\n"
                                "st.global.u32 [%x], %e;\n"
                                "ret;\n}\n");
    const PtxFunction *function = ptx->functions[0];
    uint32_t *numbers = registers_share(function);
    assert_non_null(numbers);
    uint32_t a = numbers[reg_named(function, "%a")], b = numbers[reg_named(function, "%b")];
    uint32_t c = numbers[reg_named(function, "%c")], d = numbers[reg_named(function, "%d")];
    uint32_t e = numbers[reg_named(function, "%e")];
    assert_int_equal(c, d);
    assert_int_not_equal(a, b);
    assert_int_not_equal(a, c);
    assert_int_not_equal(b, c);
    assert_int_not_equal(a, e);
    assert_int_not_equal(b, e);
    assert_int_not_equal(c, e);
    free(numbers);
    ptx_free(ptx);
}

enum { BLOCKS = 220, THREADS = 1024, HELD = 24, ROUNDS = 3 };

/* Values that are held over barriers of the whole grid, made by a counter and a spin. */
static char *held_over_barriers(void)
{
    StrBuf text = {0};
    strbuf_format(&text,
                  HEAD ".visible .entry k(.param .u64 out, .param .u64 counter)\n{\n"
                       ".reg .pred %%p<9>;\n.reg .b32 %%t<%d>, %%h<%d>;\n.reg .b64 %%x<9>;\n"
                       "ld.param.u64 %%x1, [out];\nld.param.u64 %%x2, [counter];\n"
                       "mov.u32 %%t1, %%ctaid.x;\nmov.u32 %%t2, %%tid.x;\n"
                       "mad.lo.u32 %%t3, %%t1, %d, %%t2;\n"
                       "setp.eq.u32 %%p1, %%t2, 0;\n",
                  200, HELD, THREADS);
    for (int i = 0; i < HELD; i++)
        strbuf_format(&text, "mad.lo.u32 %%h%d, %%t3, %d, %d;\n", i, 2 * i + 1, i);
    for (int round = 1; round <= ROUNDS; round++) {
        strbuf_format(&text,
                      "bar.sync 0;\n@!%%p1 bra met%d;\nmembar.gl;\n"
                      "atom.global.add.u32 %%t4, [%%x2], 1;\nspin%d:\n"
                      "ld.volatile.global.u32 %%t5, [%%x2];\nsetp.lt.u32 %%p2, %%t5, %d;\n"
                      "@%%p2 bra spin%d;\nmembar.gl;\nmet%d:\nbar.sync 0;\n",
                      round, round, round * BLOCKS, round, round);
        for (int i = 0; i < HELD; i++)
            strbuf_format(&text, "add.u32 %%t%d, %%h%d, %%h%d;\nxor.b32 %%h%d, %%t%d, %d;\n",
                          10 + round * HELD + i, i, (i + 1) % HELD, i, 10 + round * HELD + i,
                          round);
    }
    strbuf_format(&text, "mov.u32 %%t6, 0;\n");
    for (int i = 0; i < HELD; i++)
        strbuf_format(&text, "mad.lo.u32 %%t6, %%t6, 31, %%h%d;\n", i);
    strbuf_format(&text, "mul.wide.u32 %%x3, %%t3, 4;\nadd.u64 %%x4, %%x1, %%x3;\n"
                         "st.global.u32 [%%x4], %%t6;\nret;\n}\n");
    return strbuf_take(&text);
}

static uint32_t expected(uint32_t thread)
{
    uint32_t held[HELD], sum = 0;
    for (uint32_t i = 0; i < HELD; i++)
        held[i] = thread * (2 * i + 1) + i;
    for (uint32_t round = 1; round <= ROUNDS; round++)
        for (uint32_t i = 0; i < HELD; i++)
            held[i] = (held[i] + held[(i + 1) % HELD]) ^ round;
    for (uint32_t i = 0; i < HELD; i++)
        sum = sum * 31 + held[i];
    return sum;
}

static void told(void *state, const SimFinding *finding)
{
    (void)state;
    fail_msg("%s", finding->text ? finding->text : finding->rule);
}

static void values_outlive_waiting(void **state)
{
    (void)state;
    char *text = held_over_barriers();
    PtxModule *ptx = parse(text);
    SimMemory *memory = sim_memory_new(UINT64_C(1) << 30);
    EngineModule *module = engine_module_new(ptx, memory, 0, NULL, NULL, NULL);
    assert_non_null(module);
    uint64_t params[2] = {
        sim_memory_alloc(memory, 4 * BLOCKS * THREADS, 0, SIM_ALLOC_DEVICE, 0, NULL),
        sim_memory_alloc(memory, 4, 0, SIM_ALLOC_DEVICE, 0, NULL)};
    *(uint32_t *)(uintptr_t)params[1] = 0;
    EngineLaunch launch = {.module = module,
                           .kernel = ptx->functions[0],
                           .grid = {BLOCKS, 1, 1},
                           .block = {THREADS, 1, 1},
                           .params = params,
                           .memory = memory,
                           .profile = &sim_profiles[0],
                           .id = 1,
                           .cooperative = true,
                           .threads = 1,
                           .findings = {NULL, told}};
    EngineResult result;
    engine_run(&launch, &result);
    assert_int_equal(result.status, ENGINE_DONE);
    const uint32_t *out = (const uint32_t *)(uintptr_t)params[0];
    for (uint32_t i = 0; i < BLOCKS * THREADS; i++)
        if (out[i] != expected(i))
            fail_msg("thread %u has %u, not %u", i, out[i], expected(i));
    engine_module_free(module);
    sim_memory_free(memory);
    ptx_free(ptx);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_registers_apart_share),
        cmocka_unit_test(values_outlive_waiting),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
