/* Launches on several threads: what they leave, how they end and what they count is what one thread
 * does, with drafts and, where blocks are proven to keep apart, without. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/strbuf.h"
#include "ptx/parse.h"
#include "sim/engine/apart.h"
#include "sim/engine/engine.h"

enum { BLOCKS = 600, THREADS = 96, ELEMENTS = BLOCKS * THREADS, BYTES = 4 * ELEMENTS };

#define HEAD                                                                                     \
    ".version 7.0\n.target sm_80\n.address_size 64\n"                                            \
    ".visible .entry k(.param .u64 a, .param .u64 b)\n{\n.reg .pred %p<9>;\n.reg .b32 %r<30>;\n" \
    ".reg .b64 %x<30>;\n.shared .align 4 .b8 tile[1024];\n"                                      \
    "ld.param.u64 %x1, [a];\nld.param.u64 %x2, [b];\nmov.u32 %r1, %ctaid.x;\n"                   \
    "mov.u32 %r2, %tid.x;\nmov.u32 %r3, %ntid.x;\nmad.lo.s32 %r4, %r1, %r3, %r2;\n"              \
    "mul.wide.s32 %x3, %r4, 4;\nadd.s64 %x4, %x1, %x3;\nadd.s64 %x5, %x2, %x3;\n"
#define END "done:\nret;\n}\n"

typedef struct Outcome {
    EngineResult result;
    uint32_t *a, *b;
    char finding[400];
} Outcome;

static void found(void *state, const SimFinding *finding)
{
    Outcome *outcome = state;
    snprintf(outcome->finding, sizeof(outcome->finding), "%s %u %u", finding->rule,
             finding->block.x, finding->thread.x);
}

static uint32_t *contents(uint64_t address)
{
    uint32_t *copy = malloc(BYTES);
    memcpy(copy, (const void *)(uintptr_t)address, BYTES);
    return copy;
}

static Outcome outcome_of(const char *text, uint32_t threads, uint64_t budget, bool apart)
{
    Error error = {0};
    Outcome out = {0};
    PtxModule *ptx = ptx_parse(view_of(text), &error);
    SimMemory *memory = sim_memory_new(UINT64_C(1) << 30);
    EngineModule *module = ptx ? engine_module_new(ptx, memory, 0, NULL, NULL, &error) : NULL;
    if (!module)
        fail_msg("%s", error.text);
    uint64_t params[2];
    for (uint32_t i = 0; i < 2; i++) {
        params[i] = sim_memory_alloc(memory, BYTES, 0, SIM_ALLOC_DEVICE, 0, NULL);
        for (uint32_t k = 0; k < ELEMENTS; k++)
            ((uint32_t *)(uintptr_t)params[i])[k] = (i + 1) * k * 7919 % ELEMENTS;
    }
    EngineLaunch launch = {.module = module,
                           .kernel = ptx->functions[0],
                           .grid = {BLOCKS, 1, 1},
                           .block = {THREADS, 1, 1},
                           .params = params,
                           .memory = memory,
                           .profile = &sim_profiles[0],
                           .id = 1,
                           .threads = threads,
                           .eager = true,
                           .budget = budget,
                           .findings = {&out, found}};
    assert_int_equal(blocks_keep_apart(&launch), apart);
    engine_run(&launch, &out.result);
    out.a = contents(params[0]);
    out.b = contents(params[1]);
    engine_module_free(module);
    sim_memory_free(memory);
    ptx_free(ptx);
    return out;
}

static void same_on_threads(const char *text, EngineStatus status, uint64_t budget, bool apart)
{
    const Outcome one = outcome_of(text, 1, budget, apart);
    assert_int_equal(one.result.status, status);
    for (uint32_t threads = 2; threads <= 3; threads++) {
        const Outcome other = outcome_of(text, threads, budget, apart);
        assert_int_equal(other.result.status, status);
        assert_int_equal(other.result.fault, one.result.fault);
        assert_int_equal(other.result.thread_instructions, one.result.thread_instructions);
        assert_int_equal(other.result.warp_instructions, one.result.warp_instructions);
        assert_int_equal(other.result.cycles, one.result.cycles);
        assert_string_equal(other.finding, one.finding);
        if (status == ENGINE_DONE) { /* else nobody can look any more */
            assert_memory_equal(other.a, one.a, BYTES);
            assert_memory_equal(other.b, one.b, BYTES);
        }
        free(other.a);
        free(other.b);
    }
    free(one.a);
    free(one.b);
}

#define IN_PLACE \
    "ld.global.u32 %r5, [%x4];\nmad.lo.u32 %r6, %r5, 3, %r4;\nst.global.u32 [%x4], %r6;\n"

static void elements_in_place(void **state)
{
    (void)state;
    same_on_threads(HEAD IN_PLACE END, ENGINE_DONE, 0, true);
}

static void a_tile_turned_round(void **state)
{
    (void)state;
    same_on_threads(HEAD "mov.u32 %r10, tile;\nshl.b32 %r11, %r2, 2;\nadd.s32 %r12, %r10, %r11;\n"
                         "ld.global.u32 %r5, [%x4];\nst.shared.u32 [%r12], %r5;\nbar.sync 0;\n"
                         "sub.s32 %r13, 380, %r11;\nadd.s32 %r14, %r10, %r13;\n"
                         "ld.shared.u32 %r6, [%r14];\nst.global.u32 [%x5], %r6;\n" END,
                    ENGINE_DONE, 0, true);
}

/* Each element goes where another one says. */
static void places_out_of_memory(void **state)
{
    (void)state;
    same_on_threads(HEAD "ld.global.u32 %r5, [%x4];\nmul.wide.u32 %x6, %r5, 4;\n"
                         "add.s64 %x7, %x2, %x6;\nst.global.u32 [%x7], %r4;\n" END,
                    ENGINE_DONE, 0, false);
}

/* Lines of two buffers in turn, far apart in each: a draft finds all of them. */
static void lines_far_apart(void **state)
{
    (void)state;
    same_on_threads(HEAD "ld.global.u32 %r5, [%x4];\nmul.lo.u32 %r6, %r4, 2053;\n"
                         "rem.u32 %r7, %r6, 57600;\nmul.wide.u32 %x6, %r7, 4;\n"
                         "add.s64 %x7, %x2, %x6;\nst.global.u32 [%x7], %r5;\n"
                         "st.global.u32 [%x4], %r7;\n" END,
                    ENGINE_DONE, 0, false);
}

static void the_neighbours_element(void **state)
{
    (void)state;
    same_on_threads(HEAD "setp.eq.s32 %p1, %r4, 0;\n@%p1 bra done;\n"
                         "ld.global.u32 %r5, [%x4+-4];\nadd.u32 %r6, %r5, 1;\n"
                         "st.global.u32 [%x4], %r6;\n" END,
                    ENGINE_DONE, 0, false);
}

static void a_fault_in_the_middle(void **state)
{
    (void)state;
    same_on_threads(HEAD IN_PLACE "setp.ne.s32 %p1, %r1, 333;\n@%p1 bra done;\n"
                                  "setp.ne.s32 %p2, %r2, 40;\n@%p2 bra done;\ntrap;\n" END,
                    ENGINE_FAULT, 0, true);
}

/* Blocks of which one never ends, and one takes more than all others. */
static void a_block_that_never_ends(void **state)
{
    (void)state;
    same_on_threads(HEAD IN_PLACE "setp.ne.s32 %p1, %r1, 200;\n@%p1 bra done;\n"
                                  "again:\nbra.uni again;\n" END,
                    ENGINE_BUDGET, 300000000, true);
}

static void a_long_block(void **state)
{
    (void)state;
    same_on_threads(HEAD IN_PLACE "setp.ne.s32 %p1, %r1, 100;\n@%p1 bra done;\nmov.u32 %r8, 0;\n"
                                  "again:\nadd.u32 %r8, %r8, 1;\nsetp.lt.u32 %p2, %r8, 500000;\n"
                                  "@%p2 bra again;\nst.global.u32 [%x4], %r8;\n" END,
                    ENGINE_DONE, 300000000, true);
}

static void a_barrier_that_is_never_met(void **state)
{
    (void)state;
    same_on_threads(HEAD IN_PLACE "setp.ne.s32 %p1, %r1, 50;\n@%p1 bra done;\n"
                                  "setp.lt.s32 %p2, %r2, 32;\n@%p2 bra one;\nbar.sync 1, 96;\n"
                                  "bra.uni done;\none:\nbar.sync 2, 96;\n" END,
                    ENGINE_DEADLOCK, 0, true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(elements_in_place),           cmocka_unit_test(a_tile_turned_round),
        cmocka_unit_test(places_out_of_memory),        cmocka_unit_test(lines_far_apart),
        cmocka_unit_test(the_neighbours_element),      cmocka_unit_test(a_fault_in_the_middle),
        cmocka_unit_test(a_block_that_never_ends),     cmocka_unit_test(a_long_block),
        cmocka_unit_test(a_barrier_that_is_never_met),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
