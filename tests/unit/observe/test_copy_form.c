/* Loads by no lane before copies to shared memory, and what copies cost: seen in machine code and
 * on an H200. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "observe/copy.h"
#include "observe/copy_form.h"
#include "ptx/parse.h"

#define COPY "cp.async.ca.shared.global [%r0], [%d0], 4;"

/* Before the last copy of the body, by capability 9.0 and 8.0. */
static const struct {
    const char *body;
    uint32_t newer, older;
} rows[] = {
    {COPY, 3, 0},
    {COPY COPY, 0, 0},
    {COPY "cp.async.commit_group; cp.async.wait_group 0;" COPY, 0, 0},
    {COPY "ld.global.f32 %f0, [%d0]; st.global.f32 [%d0], %f0;" COPY, 0, 0},
    {COPY "bar.sync 0;" COPY, 3, 3},
    {COPY "ld.shared.f32 %f0, [%r0];" COPY, 3, 3},
    {"st.shared.f32 [%r0], %f0;" COPY, 3, 3},
    {COPY "red.shared.add.u32 [%r0], %r1;" COPY, 3, 3},
    {"L: " COPY "@%p0 bra L;", 3, 3},
    {COPY "@%p0 bra L; st.global.f32 [%d0], %f0; L: " COPY, 0, 0},
    {COPY "@%p0 bra L; red.global.add.f32 [%d0], %f0; L: " COPY, 3, 3},
};

static uint32_t loads_of(const char *body, uint32_t sm)
{
    char text[4096];
    snprintf(text, sizeof text,
             ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k()\n{\n"
             ".reg .pred %%p<2>;\n.reg .b32 %%r<2>;\n.reg .b64 %%d<2>;\n.reg .f32 %%f<2>;\n"
             "%s\nbar.sync 0;\nret;\n}\n",
             body);
    PtxModule *module = ptx_parse(view_of(text), NULL);
    assert_non_null(module);
    const PtxFunction *function = module->functions[0];
    uint32_t i = function->inst_count;
    while (i > 0 && !copy_is_made_by(&function->insts[i - 1]))
        i--;
    assert_true(i > 0);
    uint32_t loads = copy_idle_loads(function, &function->insts[i - 1], sm);
    ptx_free(module);
    return loads;
}

static void idle_loads_as_compiled(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        uint32_t newer = loads_of(rows[i].body, 90), older = loads_of(rows[i].body, 80);
        if (newer != rows[i].newer || older != rows[i].older)
            fail_msg("%s: %u and %u", rows[i].body, newer, older);
    }
}

/* Global memory read by lanes `from` bytes apart, shared memory written `to` bytes apart. */
static Traffic cost(uint32_t bytes, uint64_t from, uint64_t to, bool past)
{
    uint64_t source[32], target[32];
    Copy copy = {0};
    PtxInst inst = {.op = PTX_OP_CP};
    if (past)
        inst.mods[PTX_MOD_CG / 64] |= UINT64_C(1) << PTX_MOD_CG % 64;
    for (uint32_t lane = 0; lane < 32; lane++) {
        source[lane] = 4096 + lane * from;
        target[lane] = lane * to;
    }
    SimAccess load = {.inst = &inst, .bytes = bytes, .mask = UINT32_MAX, .address = source};
    SimAccess store = load;
    store.kind = SIM_ACCESS_STORE;
    store.address = target;
    copy_begin(&copy, &load);
    Traffic traffic = copy_passes(&copy, &store);
    if (past)
        copy_past_cache(&copy, &store, &traffic);
    return traffic;
}

static void both_sides_meet_in_banks(void **state)
{
    (void)state;
    assert_int_equal(cost(4, 4, 4, false).units, 1);
    assert_int_equal(cost(4, 8, 4, false).units, 2);
    assert_int_equal(cost(4, 20, 4, false).units, 1);
    assert_int_equal(cost(4, 4, 128, false).units, 32);
    assert_int_equal(cost(4, 0, 4, false).units, 32); /* a word for each lane by itself */
    assert_int_equal(cost(4, 4, 0, false).units, 32);
    assert_int_equal(cost(8, 8, 8, false).units, 2);
    assert_int_equal(cost(16, 32, 16, false).units, 8);
    assert_int_equal(cost(16, 16, 16, false).ideal, 4);
}

static void pieces_past_the_cache(void **state)
{
    (void)state;
    Traffic line = cost(16, 16, 16, true), second = cost(16, 32, 16, true);
    assert_int_equal(line.units, 16);
    assert_int_equal(line.sectors, 16);
    assert_int_equal(second.units, 16);
    assert_int_equal(second.sectors, 32);
    assert_int_equal(second.packed, 16);
    assert_int_equal(cost(16, 16, 0, true).sectors, 1); /* of all lanes the last one's stays */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(idle_loads_as_compiled),
        cmocka_unit_test(both_sides_meet_in_banks),
        cmocka_unit_test(pieces_past_the_cache),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
