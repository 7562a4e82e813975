/* Whether anything comes of a value that was loaded: the rest of a body, in one lane. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "observe/fate.h"
#include "play.h"

#define LOADED "ld.shared.u32 %r0, [%r1];\n"
#define STORED "st.global.u32 [%a0], %r3;\n"

/* %r1: 0; %r2: 5; %r4: 7. */
static const struct {
    const char *body;
    bool idle;
} rows[] = {
    {LOADED "ret;", true},
    {LOADED "st.global.u32 [%a0], %r0;", false},
    {LOADED "st.global.u32 [%a0], %r2;", true},
    {LOADED "ld.global.u32 %r3, [%a0];\nadd.s32 %r3, %r3, %r0;\n" STORED, false},
    {LOADED "ld.shared.u32 %r3, [%r0];", false},
    {LOADED "shfl.sync.idx.b32 %r3, %r0, 0, 31, -1;", false},
    /* a comparison of indexes decides, or doesn't */
    {LOADED "setp.lt.s32 %p0, %r0, %r2;\nsetp.ge.s32 %p1, %r4, %r2;\nor.pred %p2, %p0, %p1;\n"
            "selp.b32 %r3, %r2, %r4, %p2;\n" STORED,
     true},
    {LOADED "setp.lt.s32 %p0, %r0, %r2;\nsetp.lt.s32 %p1, %r4, %r2;\nor.pred %p2, %p0, %p1;\n"
            "selp.b32 %r3, %r2, %r4, %p2;\n" STORED,
     false},
    {LOADED "setp.lt.s32 %p0, %r0, %r2;\nsetp.lt.u32 %p1, %r4, %r2;\nand.pred %p2, %p0, %p1;\n"
            "@%p2 bra L;\n" STORED "L:\nret;",
     true},
    {LOADED "setp.lt.s32 %p0, %r0, %r2;\n@%p0 bra L;\n" STORED "L:\nret;", false},
    /* chosen, or thrown away */
    {LOADED "setp.eq.s32 %p0, %r1, 0;\nselp.b32 %r3, %r2, %r0, %p0;\n" STORED, true},
    {LOADED "setp.eq.s32 %p0, %r1, 0;\nselp.b32 %r3, %r0, %r2, %p0;\n" STORED, false},
    /* luck of the data */
    {LOADED "mul.lo.s32 %r3, %r0, %r1;\n" STORED, false},
    /* known turns of a loop, one without an end */
    {LOADED "mov.u32 %r5, 0;\nL:\nadd.s32 %r5, %r5, 1;\nsetp.lt.u32 %p0, %r5, 9;\n@%p0 bra L;\n"
            "st.global.u32 [%a0], %r5;",
     true},
    {LOADED "mov.u32 %r5, 0;\nL:\nadd.s32 %r5, %r5, 1;\nsetp.lt.u32 %p0, %r5, 9;\n@%p0 bra L;\n"
            "st.global.u32 [%a0], %r0;",
     false},
    {LOADED "L:\nadd.s32 %r5, %r5, 1;\nbra L;", true},
    /* a way that another load decides: what can't be read behind it any more */
    {LOADED "ld.global.u32 %r3, [%a0];\nsetp.eq.s32 %p0, %r3, 0;\n@%p0 bra L;\n" STORED "L:\nret;",
     true},
    {LOADED "ld.global.u32 %r3, [%a0];\nsetp.eq.s32 %p0, %r3, 0;\n@%p0 bra L;\n"
            "st.global.u32 [%a0], %r0;\nL:\nret;",
     false},
    {LOADED "ld.global.u32 %r3, [%a0];\nsetp.eq.s32 %p0, %r3, 0;\n@%p0 bra L;\n"
            "mov.u32 %r0, 1;\nst.global.u32 [%a0], %r0;\nL:\nret;",
     true},
    {"ld.shared.v2.u32 {%r0, %r3}, [%r1];\n" STORED, false},
    {"ld.shared.v2.u32 {%r0, %r3}, [%r1];\nst.global.u32 [%a0], %r2;", true},
};

static void what_comes_of_it(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        Play play;
        Fate fate = {0};
        const uint32_t zero = 0, five = 5, seven = 7;
        play_open(&play, rows[i].body);
        play_set(&play, "%r1", 3, &zero);
        play_set(&play, "%r2", 3, &five);
        play_set(&play, "%r4", 3, &seven);
        SimWarpInfo warp = {.function = play.function, .lanes = play_lanes, .frame = &play};
        if (fate_is_idle(&fate, &warp, &play.function->insts[0], 3) != rows[i].idle)
            fail_msg("row %zu: %s", i, rows[i].body);
        fate_free(&fate);
        ptx_free(play.module);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(what_comes_of_it)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
