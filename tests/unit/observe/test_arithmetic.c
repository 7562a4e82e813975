/* Numbers that are not finite, and indices that overflow: what is told, and what is meant. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../rounds.h"
#include "observe/finite.h"
#include "observe/float_step.h"
#include "observe/overflow.h"
#include "play.h"

static const char root_and_quotient[] = "ld.global.f32 %f1, [%a1];\n"    /* line 1 */
                                        "sqrt.rn.f32 %f2, %f1;\n"        /* 2 */
                                        "div.rn.f32 %f3, %f2, %f4;\n"    /* 3 */
                                        "st.global.f32 [%a2], %f3;\n"    /* 4 */
                                        "mov.f32 %f5, 0f7F800000;\n"     /* 5 */
                                        "st.global.f32 [%a2], %f5;\n"    /* 6 */
                                        "st.shared.f32 [%r1], %f3;\n"    /* 7 */
                                        "ld.shared.f32 %f6, [%r1];\n"    /* 8 */
                                        "st.global.f32 [%a2], %f6;\n"    /* 9 */
                                        "mul.f64 %d1, %d2, %d2;\n"       /* 10 */
                                        "st.global.f64 [%a2], %d1;\n"    /* 11 */
                                        "ld.global.f32 %f4, [%a1+4];\n"  /* 12 */
                                        "ld.global.f64 %d2, [%a1+8];\n"; /* 13 */

/* The store of line 4 in one lane of a warp, of sqrt(x) / y. */
static void store_quotient(Play *play, uint32_t warp, uint32_t lane, float x, float y)
{
    play_set_f32(play, "%f1", lane, x);
    play_set_f32(play, "%f2", lane, sqrtf(x));
    play_set_f32(play, "%f4", lane, y);
    play_set_f32(play, "%f3", lane, sqrtf(x) / y);
    play_access(play, 4, SIM_ACCESS_STORE, PTX_SPACE_GLOBAL, warp, 1u << lane, NULL);
}

static Finite *begin_finite(Play *play)
{
    play_open(play, root_and_quotient);
    Finite *finite = finite_new(script_sink(&play->script));
    script_begin(&play->script, finite_observer(finite), 1, 64);
    return finite;
}

static void nan_is_traced_to_where_it_arose(void **state)
{
    Play play;
    Finite *finite = begin_finite(&play);
    (void)state;
    store_quotient(&play, 1, 2, 4, 2);
    assert_int_equal(play.script.found, 0);
    store_quotient(&play, 1, 1, -1, 2);
    assert_int_equal(play.script.found, 1);
    assert_string_equal(play.script.rule, "not-a-number");
    assert_int_equal(play.script.first.site.inst->loc->line, 2);
    assert_int_equal(play.script.first.other_site.inst->loc->line, 4);
    assert_int_equal(play.script.first.thread.x, 33);
    assert_non_null(strstr(play.script.text, "becomes NaN in line 4"));
    assert_non_null(strstr(play.script.text, "sqrt(-1) (sqrt.rn.f32)"));
    for (uint32_t lane = 2; lane < 32; lane++)
        store_quotient(&play, 1, lane, -4, 2);
    assert_int_equal(play.script.found, 1);
    assert_int_equal(play.script.again, 30);
    play_close(&play);
    finite_free(finite);
}

/* One place can make both: each kind is told once. */
static void infinity_and_nan_are_two_kinds(void **state)
{
    Play play;
    Finite *finite = begin_finite(&play);
    (void)state;
    store_quotient(&play, 0, 0, 9, -0.0F);
    assert_string_equal(play.script.rule, "infinity");
    assert_non_null(strstr(play.script.text, "becomes -infinity"));
    assert_non_null(strstr(play.script.text, "3 / (-0) (div.rn.f32)"));
    store_quotient(&play, 0, 1, 0, 0);
    assert_int_equal(play.script.found, 2);
    store_quotient(&play, 0, 2, 9, 0);
    store_quotient(&play, 0, 3, 0, 0);
    assert_int_equal(play.script.found, 2);
    assert_int_equal(play.script.again, 2);
    play_close(&play);
    finite_free(finite);
}

/* Of a register that the simulator has not kept nobody knows whether it was finite. */
static void forgotten_numbers_are_no_evidence(void **state)
{
    Play play;
    Finite *finite = begin_finite(&play);
    const uint32_t forgotten = SIM_FORGOTTEN * UINT32_C(0x10001);
    (void)state;
    play_set_f32(&play, "%f1", 0, 4);
    play_set(&play, "%f2", 0, &forgotten);
    play_set_f32(&play, "%f4", 0, 0);
    play_set_f32(&play, "%f3", 0, INFINITY);
    play_access(&play, 4, SIM_ACCESS_STORE, PTX_SPACE_GLOBAL, 0, 1, NULL);
    assert_int_equal(play.script.found, 0);
    play_close(&play);
    finite_free(finite);
}

static void doubles_are_looked_at(void **state)
{
    Play play;
    Finite *finite = begin_finite(&play);
    double one[32] = {0}, factor = 1e200, product = (double)INFINITY;
    (void)state;
    play_set(&play, "%d2", 0, &factor);
    play_set(&play, "%d1", 0, &product);
    one[0] = product;
    play_access(&play, 11, SIM_ACCESS_STORE, PTX_SPACE_GLOBAL, 0, 1, one);
    assert_int_equal(play.script.found, 1);
    assert_string_equal(play.script.rule, "infinity");
    assert_non_null(strstr(play.script.text, "1e+200 * 1e+200 (mul.f64)"));
    play_close(&play);
    finite_free(finite);
}

static void constants_and_inputs_are_meant(void **state)
{
    Play play;
    Finite *finite = begin_finite(&play);
    (void)state;
    play_set_f32(&play, "%f5", 0, INFINITY);
    play_access(&play, 6, SIM_ACCESS_STORE, PTX_SPACE_GLOBAL, 0, 1, NULL);
    store_quotient(&play, 0, 0, INFINITY, 1); /* of what was loaded */
    play_set_f32(&play, "%f6", 0, NAN);
    play_access(&play, 9, SIM_ACCESS_STORE, PTX_SPACE_GLOBAL, 0, 1, NULL);
    assert_int_equal(play.script.found + play.script.again, 0);
    play_close(&play);
    finite_free(finite);
}

/* Through shared memory to another thread's store; unless the host gave such numbers. */
static void store_through_shared(Play *play)
{
    play_set_f32(play, "%f1", 0, -1);
    play_set_f32(play, "%f2", 0, NAN);
    play_set_f32(play, "%f4", 0, 1);
    play_set_f32(play, "%f3", 0, NAN);
    play_access(play, 7, SIM_ACCESS_STORE, PTX_SPACE_SHARED, 0, 1, NULL);
    assert_int_equal(play->script.found, 0); /* it may yet be thrown away */
    play_set_f32(play, "%f6", 5, NAN);
    play_access(play, 9, SIM_ACCESS_STORE, PTX_SPACE_GLOBAL, 1, 1u << 5, NULL);
}

static void shared_memory_passes_it_on(void **state)
{
    float given[4] = {0, 1, INFINITY, 2};
    Play play;
    Finite *finite = begin_finite(&play);
    const SimObserver *observer = finite_observer(finite);
    uint64_t address = (uint64_t)(uintptr_t)given;
    (void)state;
    store_through_shared(&play);
    assert_int_equal(play.script.found, 1);
    assert_int_equal(play.script.first.site.inst->loc->line, 2);
    assert_int_equal(play.script.first.thread.x, 0);
    assert_int_equal(play.script.first.other_thread.x, 37);
    script_end(&play.script);
    observer->host_write(observer->self, address, sizeof given);
    play.script.found = 0;
    script_begin(&play.script, observer, 1, 64);
    store_through_shared(&play);
    assert_int_equal(play.script.found, 0);
    script_end(&play.script);
    observer->freed(observer->self, address, sizeof given);
    script_begin(&play.script, observer, 1, 64);
    store_through_shared(&play);
    assert_int_equal(play.script.found, 1);
    play_close(&play);
    finite_free(finite);
}

static const char row_and_column[] = "ld.global.u32 %r1, [%a1];\n"      /* line 1 */
                                     "ld.global.u32 %r3, [%a1+4];\n"    /* 2 */
                                     "ld.global.u32 %r4, [%a1+8];\n"    /* 3 */
                                     "mad.lo.s32 %r2, %r1, %r3, %r4;\n" /* 4 */
                                     "mul.wide.s32 %a3, %r2, 4;\n"      /* 5 */
                                     "add.s64 %a4, %a1, %a3;\n"         /* 6 */
                                     "ld.global.f32 %f1, [%a4];\n"      /* 7 */
                                     "st.global.f32 [%a4], %f1;\n"      /* 8 */
                                     "mul.wide.u32 %a5, %r2, 4;\n"      /* 9 */
                                     "add.s64 %a6, %a1, %a5;\n"         /* 10 */
                                     "ld.global.f32 %f2, [%a6];\n"      /* 11 */
                                     "and.b32 %r5, %r2, 1023;\n"        /* 12 */
                                     "mul.wide.s32 %a7, %r5, 4;\n"      /* 13 */
                                     "add.s64 %a8, %a1, %a7;\n"         /* 14 */
                                     "ld.global.f32 %f3, [%a8];\n"      /* 15 */
                                     "sub.s32 %r6, %r1, %r3;\n"         /* 16 */
                                     "cvt.u64.u32 %a2, %r6;\n"          /* 17 */
                                     "ld.global.u8 %r7, [%a2];\n";      /* 18 */

static void set_index(Play *play, uint32_t lane, uint32_t row, uint32_t width, uint32_t column)
{
    play_set_u32(play, "%r1", lane, row);
    play_set_u32(play, "%r3", lane, width);
    play_set_u32(play, "%r4", lane, column);
    play_set_u32(play, "%r2", lane, row * width + column);
    play_set_u32(play, "%r5", lane, (row * width + column) & 1023);
    play_set_u32(play, "%r6", lane, row - width);
}

static Overflow *begin_overflow(Play *play)
{
    play_open(play, row_and_column);
    Overflow *overflow = overflow_new(script_sink(&play->script));
    script_begin(&play->script, overflow_observer(overflow), 1, 64);
    return overflow;
}

static void load(Play *play, uint32_t line, uint32_t mask)
{
    play_access(play, line, SIM_ACCESS_LOAD, PTX_SPACE_GLOBAL, 0, mask, NULL);
}

static void index_that_wraps_is_told_with_its_operands(void **state)
{
    Play play;
    Overflow *overflow = begin_overflow(&play);
    (void)state;
    for (uint32_t lane = 0; lane < 32; lane++)
        set_index(&play, lane, 40000, 50000, lane);
    load(&play, 7, UINT32_MAX);
    assert_int_equal(play.script.found, 0);
    set_index(&play, 3, 50000, 50000, 7);
    load(&play, 7, ~(1u << 3)); /* another lane's */
    assert_int_equal(play.script.found, 0);
    load(&play, 7, UINT32_MAX);
    assert_int_equal(play.script.found, 1);
    assert_string_equal(play.script.rule, "index-overflow");
    assert_int_equal(play.script.first.site.inst->loc->line, 4);
    assert_int_equal(play.script.first.other_site.inst->loc->line, 7);
    assert_int_equal(play.script.first.thread.x, 3);
    assert_non_null(strstr(play.script.text, "50000 * 50000 + 7 is 2500000007"));
    assert_non_null(strstr(play.script.text, "wrap around to -1794967289"));
    play_access(&play, 8, SIM_ACCESS_STORE, PTX_SPACE_GLOBAL, 0, 1u << 3, NULL);
    assert_int_equal(play.script.found, 1); /* one mistake, however often its index is used */
    assert_int_equal(play.script.again, 1);
    play_close(&play);
    overflow_free(overflow);
}

/* Widened as an unsigned number 2500000007 is right, and a mask wraps around on purpose. */
static void what_32_bits_hold_is_no_overflow(void **state)
{
    Play play;
    Overflow *overflow = begin_overflow(&play);
    (void)state;
    set_index(&play, 0, 50000, 50000, 7);
    load(&play, 11, 1);
    load(&play, 15, 1);
    assert_int_equal(play.script.found, 0);
    set_index(&play, 0, 70000, 70000, 0);
    load(&play, 11, 1);
    assert_int_equal(play.script.found, 1);
    play_close(&play);
    overflow_free(overflow);
}

static void unsigned_index_below_zero(void **state)
{
    Play play;
    Overflow *overflow = begin_overflow(&play);
    (void)state;
    set_index(&play, 0, 5, 5, 0);
    load(&play, 18, 1);
    assert_int_equal(play.script.found, 0);
    set_index(&play, 0, 4, 5, 0);
    load(&play, 18, 1);
    assert_int_equal(play.script.found, 1);
    assert_non_null(strstr(play.script.text, "4 - 5 is -1"));
    assert_non_null(strstr(play.script.text, "4294967295"));
    play_close(&play);
    overflow_free(overflow);
}

/* A register that has been given another value since says nothing of the index. */
static void operands_that_changed_are_no_evidence(void **state)
{
    Play play;
    Overflow *overflow = begin_overflow(&play);
    (void)state;
    set_index(&play, 0, 50000, 50000, 7);
    play_set_u32(&play, "%r2", 0, 12);
    load(&play, 7, 1);
    assert_int_equal(play.script.found, 0);
    play_close(&play);
    overflow_free(overflow);
}

/* -- steep instructions, all lanes at once */

static const char steep_steps[] = "div.rn.f32 %f1, %f2, %f3;\n"
                                  "div.rn.f32 %f1, 0f7F000000, %f3;\n"
                                  "rcp.rn.f32 %f1, %f3;\n"
                                  "sqrt.rn.f32 %f1, %f3;\n"
                                  "rsqrt.approx.ftz.f32 %f1, %f3;\n"
                                  "lg2.approx.f32 %f1, %f3;\n"
                                  "ex2.approx.f32 %f1, %f3;\n"
                                  "div.rn.f64 %d1, %d2, %d3;\n"
                                  "div.rn.f64 %d1, %d2, 0d0010000000000000;\n"
                                  "rcp.rn.f64 %d1, %d3;\n"
                                  "sqrt.rn.f64 %d1, %d3;\n"
                                  "rsqrt.approx.f64 %d1, %d3;\n";

/* Mostly moderate numbers, and some at the edges. */
static double some_number(uint32_t *seed, bool wide)
{
    static const double edges[] = {0.0,  -0.0,    1e-310,   1e-40,   1.2e-38, 3e38,  128.0,
                                   -1.0, -1e-300, INFINITY, 1.7e308, NAN,     2e-308};
    *seed = *seed * 1664525 + 1013904223;
    const uint32_t edge = *seed >> 8 & 255, range = wide ? 2040 : 252;
    if (edge < sizeof edges / sizeof *edges)
        return edges[edge];
    double size = ldexp(1.0 + (*seed >> 16 & 7) / 8.0, (int)(*seed >> 19) % (int)range);
    size = *seed >> 20 & 1 ? 2.0 : ldexp(size, -(int)range / 2);
    return *seed >> 5 & 7 ? size : -size;
}

static uint32_t births_lane_by_lane(const SimWarpInfo *warp, const PtxInst *inst)
{
    uint32_t births = 0;
    for (uint32_t lane = 0; lane < 32; lane++) {
        FloatStep step = float_step(warp, inst, lane, float_step_steep(inst));
        bool finite = true;
        for (uint32_t i = 0; i < step.count; i++)
            finite &= isfinite(step.operands[i]) != 0;
        births |= (uint32_t)(finite && float_step_leaves(inst, &step, float_step_steep(inst)))
                  << lane;
    }
    return births;
}

static void births_of_a_warp_are_those_of_its_lanes(void **state)
{
    Play play;
    uint32_t seed = 1, bore = 0, quiet = 0;
    (void)state;
    play_open(&play, steep_steps);
    const SimWarpInfo warp = {.function = play.function, .lanes = play_lanes, .frame = &play};
    for (uint32_t round = 0; round < rounds(20000); round++) {
        const bool moderate = round % 2; /* but for one lane */
        for (uint32_t lane = 0; lane < 32; lane++)
            for (uint32_t k = 2; k <= 3; k++) {
                const bool plain = moderate && lane != round / 2 % 32;
                double wide = plain ? 1.5 + lane : some_number(&seed, true);
                play_set(&play, k == 2 ? "%d2" : "%d3", lane, &wide);
                play_set_f32(&play, k == 2 ? "%f2" : "%f3", lane,
                             plain ? (float)wide : (float)some_number(&seed, false));
            }
        const PtxInst *inst = &play.function->insts[round / 64 % 12];
        const uint32_t births = float_step_births(&warp, inst, UINT32_MAX);
        assert_int_equal(births, births_lane_by_lane(&warp, inst));
        bore += births != 0;
        quiet += births == 0;
    }
    assert_true(bore > rounds(1000) && quiet > rounds(1000));
    ptx_free(play.module);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nan_is_traced_to_where_it_arose),
        cmocka_unit_test(infinity_and_nan_are_two_kinds),
        cmocka_unit_test(forgotten_numbers_are_no_evidence),
        cmocka_unit_test(doubles_are_looked_at),
        cmocka_unit_test(constants_and_inputs_are_meant),
        cmocka_unit_test(shared_memory_passes_it_on),
        cmocka_unit_test(index_that_wraps_is_told_with_its_operands),
        cmocka_unit_test(what_32_bits_hold_is_no_overflow),
        cmocka_unit_test(unsigned_index_below_zero),
        cmocka_unit_test(operands_that_changed_are_no_evidence),
        cmocka_unit_test(births_of_a_warp_are_those_of_its_lanes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
