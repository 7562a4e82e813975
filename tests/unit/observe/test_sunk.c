/* Arithmetic that the machine does behind a branch: seen in recordings of an H200. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "observe/sunk.h"
#include "ptx/parse.h"

#define ADD "add.f32 %f1, %f0, %f0;"
#define STORE "st.global.f32 [%d0], %f1;"

/* Whether the body's first instruction is done later. */
static const struct {
    const char *body;
    bool later;
} rows[] = {
    {ADD "@%p0 bra L; " STORE "L: ret;", true},
    {ADD "setp.ne.u32 %p0, %r0, 0; @%p0 bra L; " STORE "L: ret;", true},
    {ADD "add.f32 %f2, %f1, %f0; @%p0 bra L; st.global.f32 [%d0], %f2; L: ret;", true},
    {ADD "@%p0 bra L; " STORE "L: bar.sync 0;", false}, /* a predicate in place of the branch */
    {ADD "@%p0 bra L; red.global.add.f32 [%d0], %f1; L: bar.sync 0;", true},
    {ADD STORE "@%p0 bra L; " STORE "L: ret;", false},
    {ADD "@%p0 bra L; " STORE "L: " STORE "ret;", false},
    {ADD "setp.gt.f32 %p0, %f1, %f0; @%p0 bra L; " STORE "L: ret;", false},
    {ADD "M: @%p0 bra L; " STORE "L: ret;", false}, /* another way comes in between */
    {ADD "@%p0 bra L; mov.f32 %f1, %f0; " STORE "L: ret;", false},
    {ADD "@%p0 bra L; L: ret;", false},
    {"add.s32 %r1, %r0, 1; @%p0 bra L; st.global.u32 [%d0], %r1; L: ret;", false},
};

static void the_last_sum_is_done_by_those_who_need_it(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[2048];
        snprintf(text, sizeof text,
                 ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k()\n{\n"
                 ".reg .pred %%p<2>;\n.reg .b32 %%r<2>;\n.reg .b64 %%d<2>;\n.reg .f32 %%f<3>;\n"
                 "%s\n%s\n}\n",
                 rows[i].body, "ret;");
        PtxModule *module = ptx_parse(view_of(text), NULL);
        assert_non_null(module);
        uint32_t *place = sunk_find(module->functions[0], 90);
        assert_non_null(place);
        if ((place[0] != 0) != rows[i].later)
            fail_msg("%s: with instruction %u", rows[i].body, place[0]);
        free(place);
        ptx_free(module);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_last_sum_is_done_by_those_who_need_it)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
