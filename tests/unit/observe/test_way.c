/* How an address was made: from what, by which additions. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "observe/way.h"
#include "play.h"

static uint32_t reg_of(const Play *play, const char *name)
{
    for (uint32_t r = 0; r < play->function->reg_count; r++)
        if (view_equal_text(play->function->regs[r].name, name))
            return r;
    fail_msg("no register %s", name);
    return 0;
}

static Flow *begin(Play *play, const char *body)
{
    play_open(play, body);
    Flow *flow = flow_new(play->function);
    assert_non_null(flow);
    return flow;
}

static void end(Play *play, Flow *flow)
{
    flow_free(flow);
    ptx_free(play->module);
}

/* p->items[i], where items is at 16. */
static void from_a_parameter(void **state)
{
    Play play;
    Flow *flow = begin(&play, "ld.param.u64 %a1, [p];\n"
                              "cvt.s64.s32 %a2, %r1;\n"
                              "mul.lo.s64 %a3, %a2, 24;\n"
                              "add.s64 %a4, %a1, %a3;\n"
                              "mov.b64 %a5, %a4;\n"
                              "sub.s64 %a6, %a5, -16;\n"
                              "shl.b64 %a7, %a2, 2;\n"
                              "add.s64 %a8, %a6, %a7;\n");
    Way way;
    (void)state;
    way_find(flow, reg_of(&play, "%a8"), &way);
    assert_int_equal(way.root, WAY_POINTER);
    assert_int_equal(way.reg, reg_of(&play, "%a1"));
    assert_int_equal(way.count, 3);
    assert_true(way.steps[2].scaled);
    assert_int_equal(way.steps[2].number, 24);
    assert_int_equal(way.steps[2].from, reg_of(&play, "%a1"));
    assert_false(way.steps[1].scaled);
    assert_int_equal(way.steps[1].number, 16);
    assert_true(way.steps[0].scaled);
    assert_int_equal(way.steps[0].number, 4);
    assert_int_equal(way.steps[0].from, reg_of(&play, "%a6"));
    end(&play, flow);
}

static void from_a_local_variable(void **state)
{
    Play play;
    Flow *flow = begin(&play, ".local .align 4 .b8 depot[32]; mov.u64 %a1, depot;\n"
                              "cvta.local.u64 %a2, %a1;\n"
                              "add.u64 %a3, %a2, 16;\n"
                              "add.s64 %a4, %a3, 4;\n"
                              "ld.u32 %r1, [%a2+8];\n");
    Way way;
    (void)state;
    way_find(flow, reg_of(&play, "%a4"), &way);
    assert_int_equal(way.root, WAY_LOCAL);
    assert_int_equal(way.start, 16);
    assert_int_equal(way.reg, reg_of(&play, "%a3"));
    assert_int_equal(way.count, 1);
    assert_int_equal(way.steps[0].number, 4);
    way_find(flow, reg_of(&play, "%a2"), &way);
    assert_int_equal(way.root, WAY_NOWHERE);
    end(&play, flow);
}

/* The register with the address as accesses use it, generic. */
static void from_a_shared_variable(void **state)
{
    Play play;
    Flow *flow = begin(&play, ".shared .align 4 .b8 tile[64]; mov.u64 %a1, tile;\n"
                              "cvta.shared.u64 %a2, %a1;\n"
                              "add.s64 %a3, %a2, %a4;\n");
    Way way;
    (void)state;
    way_find(flow, reg_of(&play, "%a3"), &way);
    assert_int_equal(way.root, WAY_SYMBOL);
    assert_true(view_equal_text(way.symbol->name, "tile"));
    assert_int_equal(way.reg, reg_of(&play, "%a2"));
    assert_int_equal(way.count, 1);
    assert_int_equal(way.steps[0].number, 1);
    end(&play, flow);
}

/* One pointer of two, and one out of memory. */
static void from_nowhere(void **state)
{
    Play play;
    Flow *flow = begin(&play, "ld.param.u64 %a1, [p];\n"
                              "ld.u64 %a2, [%a1];\n"
                              "add.s64 %a3, %a2, 8;\n"
                              "mov.u64 %a4, %a1;\n"
                              "add.s64 %a4, %a4, 8;\n"
                              "add.s64 %a5, %a4, 8;\n");
    Way way;
    (void)state;
    way_find(flow, reg_of(&play, "%a3"), &way);
    assert_int_equal(way.root, WAY_NOWHERE);
    way_find(flow, reg_of(&play, "%a5"), &way);
    assert_int_equal(way.root, WAY_NOWHERE);
    end(&play, flow);
}

static void whether_it_holds(void **state)
{
    Play play;
    Flow *flow = begin(&play, "mov.u64 %a1, 0;\n"
                              "add.u64 %a2, %a1, 4;\n"
                              "@%p1 bra AGAIN;\n"
                              "mov.u64 %a3, 0;\n"
                              "AGAIN: add.u64 %a4, %a3, 4;\n"
                              "ld.u32 %r1, [%a4];\n"
                              "ld.u32 %r2, [%a2];\n"
                              "mov.u64 %a5, 0;\n"
                              "ld.u32 %r2, [%a4];\n"
                              "@%p1 bra AGAIN;\n");
    const PtxInst *insts = play.function->insts;
    (void)state;
    uint32_t a1 = reg_of(&play, "%a1"), a2 = reg_of(&play, "%a2"), a3 = reg_of(&play, "%a3");
    uint32_t a4 = reg_of(&play, "%a4"), a5 = reg_of(&play, "%a5");
    assert_true(way_holds(flow, a1, a2, &insts[6]));  /* made at once */
    assert_true(way_holds(flow, a3, a4, &insts[5]));  /* used at once */
    assert_false(way_holds(flow, a3, a2, &insts[6])); /* neither */
    assert_false(way_holds(flow, a5, a4, &insts[8])); /* set in between */
    end(&play, flow);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(from_a_parameter),       cmocka_unit_test(from_a_local_variable),
        cmocka_unit_test(from_a_shared_variable), cmocka_unit_test(from_nowhere),
        cmocka_unit_test(whether_it_holds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
