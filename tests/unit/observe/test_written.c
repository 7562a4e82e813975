/* Which memory a launch writes to, by its code. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "observe/written.h"
#include "ptx/parse.h"

enum { SIZE = 0x1000, A = 0x10000, B = 0x20000, C = 0x30000 };

/* Three allocations; the kernel's parameters point into them. */
static bool extent(const void *memory, uint64_t address, uint64_t *start, uint64_t *size)
{
    (void)memory;
    *start = address & ~UINT64_C(0xffff);
    *size = SIZE;
    return (*start == A || *start == B || *start == C) && address - *start < SIZE;
}

/* Of kernel k, the last one in the text. */
static WrittenSet find(const char *functions, const char *body)
{
    static const uint64_t params[] = {A, B + 0x80, C, 7};
    char text[4096];
    WrittenSet set;
    FlowTable flows = {0};
    snprintf(text, sizeof text,
             ".version 8.0\n.target sm_80\n.address_size 64\n.global .b32 own;\n%s\n"
             ".visible .entry k(.param .u64 a, .param .u64 b, .param .u64 c, .param .u64 n)\n{\n"
             ".reg .pred %%p<3>;\n.reg .b32 %%r<9>;\n.reg .b64 %%a<9>;\n.shared .b32 tile[32];\n"
             "ld.param.u64 %%a1, [a];\nld.param.u64 %%a2, [b];\nld.param.u64 %%a3, [c];\n"
             "ld.param.u64 %%a4, [n];\n%s\nret;\n}\n",
             functions, body);
    PtxModule *module = ptx_parse(view_of(text), NULL);
    assert_non_null(module);
    const SimLaunchInfo launch = {.module = module,
                                  .kernel = module->functions[module->function_count - 1],
                                  .extent = extent,
                                  .params = params};
    written_find(&set, &flows, &launch);
    flow_table_free(&flows);
    ptx_free(module);
    return set;
}

static bool never(const WrittenSet *set, uint64_t low, uint64_t high)
{
    return written_never(set, &(SimAccess){.low = low, .high = high});
}

static void by_parameters(void **state)
{
    (void)state;
    WrittenSet set = find("", "mul.lo.s64 %a4, %a4, 4;\nadd.s64 %a5, %a2, %a4;\n"
                              "st.global.u32 [%a5+4], %r1;\n"
                              "ld.global.u32 %r2, [%a1];\nred.global.add.u32 [%a3], 1;\n"
                              "st.shared.u32 [tile], %r2;\n");
    assert_true(set.known);
    assert_int_equal(set.count, 2);
    assert_true(never(&set, A, A + SIZE));
    assert_false(never(&set, B, B + 4));
    assert_false(never(&set, A, B + 1));
    assert_false(never(&set, C + SIZE - 1, C + SIZE));
    assert_false(never(&set, 0, 0)); /* not known where */
}

/* Whether of a and b, which the body writes to, only b has nothing but atomic operations. */
static bool only_b_is_atomic(const char *body)
{
    const SimAccess a = {.low = A, .high = A + 4}, b = {.low = B, .high = B + 4};
    WrittenSet set = find("", body);
    assert_true(set.known);
    return written_by_atomics(&set, &b) && !written_by_atomics(&set, &a);
}

static void by_atomics(void **state)
{
    (void)state;
    assert_true(only_b_is_atomic("st.global.u32 [%a1], 0;\nred.global.add.u32 [%a2], 1;\n"));
    assert_true(only_b_is_atomic("atom.global.cta.add.u32 %r1, [%a1], 1;\n"
                                 "atom.global.add.u32 %r1, [%a2+4], 1;\n"));
    assert_true(only_b_is_atomic("red.global.add.u32 [%a1], 1;\nld.global.u32 %r1, [%a1];\n"
                                 "red.global.add.u32 [%a2], 1;\n"));
    assert_true(only_b_is_atomic("cp.async.ca.shared.global [tile], [%a1], 4;\n"
                                 "red.global.add.u32 [%a1], 1;\nred.global.add.u32 [%a2], 1;\n"));
    /* a load from anywhere */
    assert_false(only_b_is_atomic("red.global.add.u32 [%a2], 1;\nld.global.u64 %a5, [%a3];\n"
                                  "ld.global.u32 %r1, [%a5];\n"));
}

static void not_by_atomics(void **state)
{
    uint64_t address[32] = {C};
    SimAccess access = {.bytes = 4, .mask = 1, .address = address, .low = C, .high = C + 4};
    WrittenSet set = find("", "red.global.add.u32 [%a3], 1;\n");
    (void)state;
    assert_true(written_by_atomics(&set, &access));
    written_plainly(&set, access.low, access.high);
    assert_false(written_by_atomics(&set, &access));
}

static void unknown(void **state)
{
    static const char *const bodies[] = {
        "ld.global.u64 %a5, [%a1];\nst.global.u32 [%a5], %r1;\n", /* a pointer from memory */
        "selp.b64 %a5, %a1, %a2, %p1;\nst.u32 [%a5], %r1;\n",
        "st.global.u32 [%a4], %r1;\n", /* a number */
        "st.global.u32 [own], %r1;\n",
        "call other, (%a1);\n",
        "cp.async.bulk.global.shared::cta.bulk_group [%a1], [tile], 16;\n",
    };
    (void)state;
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
        WrittenSet set = find(".extern .func other(.param .b64 x);", bodies[i]);
        assert_false(set.known);
        assert_false(never(&set, A, A + 4));
    }
}

static void in_functions(void **state)
{
    (void)state;
    WrittenSet set = find(".func f(.param .b64 x)\n{\n.reg .b64 %a<3>;\nld.param.u64 %a1, [x];\n"
                          "st.global.u32 [%a1], 0;\nret;\n}\n",
                          "call f, (%a1);\n");
    assert_false(set.known);
    set = find(".func f(.param .b64 x)\n{\n.reg .b64 %a<3>;\n.reg .b32 %r<3>;\n"
               "ld.param.u64 %a1, [x];\nld.global.u32 %r1, [%a1];\nret;\n}\n",
               "call f, (%a1);\nst.global.u32 [%a2], 0;\n");
    assert_true(set.known);
    assert_true(never(&set, A, A + 4));
    set = find(".extern .func (.param .b32 r) vprintf(.param .b64 x, .param .b64 y);",
               "call (%r1), vprintf, (%a1, %a2);\nst.global.u32 [%a2], 0;\n");
    assert_true(set.known);
}

static void astray(void **state)
{
    (void)state;
    WrittenSet set = find("", "st.global.u32 [%a2], %r1;\n");
    uint64_t address[32] = {B, B + 4};
    SimAccess access = {.bytes = 4, .mask = 3, .address = address, .low = B, .high = B + 8};
    assert_true(written_was_expected(&set, &access));
    address[1] = C;
    access.high = C + 4;
    assert_false(written_was_expected(&set, &access));
    access.mask = 1;
    access.low = access.high = 0;
    assert_true(written_was_expected(&set, &access));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(by_parameters),  cmocka_unit_test(by_atomics),
        cmocka_unit_test(not_by_atomics), cmocka_unit_test(unknown),
        cmocka_unit_test(in_functions),   cmocka_unit_test(astray),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
