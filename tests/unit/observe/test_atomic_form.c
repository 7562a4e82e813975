/* What the machine's compiler makes of atomics: rows whose answers were seen in machine code. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "observe/atomic_form.h"
#include "ptx/parse.h"

/* %a0 and %r0 are the kernel's pointer
 * and number, %r1 a number of each lane's own. */
typedef struct Row {
    const char *body;
    AtomicForm at_75, at_80, at_90;
} Row;

static const Row rows[] = {
    /* one address, another number for each lane */
    {"red.global.add.u32 [%a0], %r1;", ATOMIC_GATHERED_ALL, ATOMIC_GATHERED, ATOMIC_GATHERED},
    {"red.global.max.s32 [%a0], %r1;", ATOMIC_GATHERED_ALL, ATOMIC_GATHERED, ATOMIC_GATHERED},
    {"red.global.and.b32 [%a0+8], 5;", ATOMIC_GATHERED_ALL, ATOMIC_GATHERED, ATOMIC_GATHERED},
    {"atom.global.add.u32 %r5, [%a0], %r1; mov.u32 %r6, %r5;", ATOMIC_GATHERED_ALL,
     ATOMIC_GATHERED_ALL, ATOMIC_GATHERED_ALL},
    {"atom.global.add.u32 %r5, [%a0], %r1;", ATOMIC_GATHERED_ALL, ATOMIC_GATHERED, ATOMIC_GATHERED},
    {"atom.global.max.s32 %r5, [%a0], %r1; mov.u32 %r6, %r5;", ATOMIC_PLAIN, ATOMIC_PLAIN,
     ATOMIC_PLAIN},
    {"red.shared.min.s32 [tile], %r1;", ATOMIC_GATHERED_ALL, ATOMIC_GATHERED, ATOMIC_GATHERED},
    /* the same number for all */
    {"red.global.add.u32 [%a0], 1;", ATOMIC_GATHERED, ATOMIC_GATHERED, ATOMIC_GATHERED},
    {"red.global.add.u64 [%a0], 1;", ATOMIC_GATHERED, ATOMIC_GATHERED, ATOMIC_GATHERED},
    {"atom.global.add.u32 %r5, [%a0], %r0; mov.u32 %r6, %r5;", ATOMIC_GATHERED, ATOMIC_GATHERED,
     ATOMIC_GATHERED},
    {"red.shared.add.u32 [tile], 1;", ATOMIC_GATHERED, ATOMIC_COUNTED, ATOMIC_COUNTED},
    /* what is not gathered */
    {"red.global.add.u64 [%a0], %d1;", ATOMIC_PLAIN, ATOMIC_PLAIN, ATOMIC_PLAIN},
    {"red.global.add.f32 [%a0], 0f3F800000;", ATOMIC_PLAIN, ATOMIC_PLAIN, ATOMIC_PLAIN},
    {"red.global.inc.u32 [%a0], 9;", ATOMIC_PLAIN, ATOMIC_PLAIN, ATOMIC_PLAIN},
    {"atom.global.exch.b32 %r5, [%a0], %r1;", ATOMIC_PLAIN, ATOMIC_PLAIN, ATOMIC_PLAIN},
    {"atom.global.cas.b32 %r5, [%a0], 0, %r1;", ATOMIC_PLAIN, ATOMIC_PLAIN, ATOMIC_PLAIN},
    /* addresses: of a lane's own, loaded from one that is the same, chosen by the lane */
    {"red.global.add.u32 [%a1], %r1;", ATOMIC_PLAIN, ATOMIC_PLAIN, ATOMIC_PLAIN},
    {"ld.global.u64 %a2, [%a0]; red.global.add.u32 [%a2], %r1;", ATOMIC_GATHERED_ALL,
     ATOMIC_GATHERED, ATOMIC_GATHERED},
    {"ld.global.u64 %a2, [%a1]; red.global.add.u32 [%a2], %r1;", ATOMIC_PLAIN, ATOMIC_PLAIN,
     ATOMIC_PLAIN},
    {"selp.b64 %a2, %a0, 0, %p0; red.global.add.u32 [%a2], %r1;", ATOMIC_PLAIN, ATOMIC_PLAIN,
     ATOMIC_PLAIN},
    {"shfl.sync.idx.b32 %r5, %r1, 0, 31, -1; cvt.u64.u32 %a2, %r5; red.global.add.u32 [%a2], %r1;",
     ATOMIC_PLAIN, ATOMIC_PLAIN, ATOMIC_GATHERED},
    {"mov.u64 %a2, %a0; @%p0 bra L; add.s64 %a2, %a2, 8; L: red.global.add.u32 [%a2], %r1;",
     ATOMIC_PLAIN, ATOMIC_PLAIN, ATOMIC_PLAIN},
    {"mov.u64 %a2, %a0; L: add.s64 %a2, %a2, 8; @%p0 bra L; red.global.add.u32 [%a2], %r1;",
     ATOMIC_PLAIN, ATOMIC_PLAIN, ATOMIC_PLAIN},
    {"mov.u64 %a2, %a0; L: add.s64 %a2, %a2, 8; @%p1 bra L; red.global.add.u32 [%a2], %r1;",
     ATOMIC_GATHERED_ALL, ATOMIC_GATHERED, ATOMIC_GATHERED},
    {"@%p0 bra L; red.global.add.u32 [%a0], %r1; L:", ATOMIC_GATHERED_ALL, ATOMIC_GATHERED,
     ATOMIC_GATHERED},
    /* shared memory */
    {"red.shared.add.u32 [%r1], 1;", ATOMIC_PLAIN, ATOMIC_COUNTED, ATOMIC_COUNTED},
    {"atom.shared.add.u32 %r5, [%r1], 1;", ATOMIC_PLAIN, ATOMIC_COUNTED, ATOMIC_COUNTED},
    {"atom.shared.add.u32 %r5, [%r1], 1; mov.u32 %r6, %r5;", ATOMIC_PLAIN, ATOMIC_PLAIN,
     ATOMIC_PLAIN},
    {"red.shared.add.u32 [%r1], 2;", ATOMIC_PLAIN, ATOMIC_PLAIN, ATOMIC_PLAIN},
    {"red.shared.inc.u32 [%r1], -1;", ATOMIC_PLAIN, ATOMIC_COUNTED, ATOMIC_COUNTED},
    {"red.shared.inc.u32 [%r1], 7;", ATOMIC_PLAIN, ATOMIC_PLAIN, ATOMIC_PLAIN},
    {"atom.shared.exch.b64 %d2, [%r1], %d1;", ATOMIC_PLAIN, ATOMIC_PLAIN, ATOMIC_PLAIN},
    {"atom.shared.cas.b64 %d2, [%r1], 0, %d1;", ATOMIC_COMPARED, ATOMIC_COMPARED, ATOMIC_COMPARED},
    {"red.shared.add.f32 [%r1], 0f3F800000;", ATOMIC_RETRIED, ATOMIC_RETRIED, ATOMIC_RETRIED},
    {"red.shared.add.f64 [%r1], %f1;", ATOMIC_RETRIED, ATOMIC_RETRIED, ATOMIC_RETRIED},
    {"red.shared.add.u64 [%r1], 1;", ATOMIC_RETRIED, ATOMIC_RETRIED, ATOMIC_RETRIED},
    {"red.shared.max.s64 [%r1], %d1;", ATOMIC_RETRIED, ATOMIC_RETRIED, ATOMIC_RETRIED},
};

static AtomicForm form_of(const Row *row, uint32_t sm)
{
    char text[2048];
    snprintf(
        text, sizeof text,
        ".version 8.0\n.target sm_%u\n.address_size 64\n.visible .entry k(.param .u64 p, "
        ".param .u32 n)\n{\n.shared .align 4 .b8 tile[64];\n.reg .pred %%p<2>;\n"
        ".reg .b32 %%r<9>;\n.reg .b64 %%a<4>;\n.reg .b64 %%d<4>;\n.reg .f64 %%f<2>;\n"
        "ld.param.u64 %%a0, [p];\nld.param.u32 %%r0, [n];\nmov.u32 %%r1, %%tid.x;\n"
        "cvt.u64.u32 %%d1, %%r1;\nadd.s64 %%a1, %%a0, %%d1;\nmov.f64 %%f1, 0d3FF0000000000000;\n"
        "setp.eq.s32 %%p0, %%r1, 3;\nsetp.eq.s32 %%p1, %%r0, 3;\n%s\nret;\n}\n",
        sm, row->body);
    PtxModule *module = ptx_parse(view_of(text), NULL);
    assert_non_null(module);
    const PtxFunction *function = module->functions[0];
    const PtxInst *inst = NULL;
    Uniform uniform;
    for (uint32_t i = 0; i < function->inst_count; i++)
        if (function->insts[i].op == PTX_OP_RED || function->insts[i].op == PTX_OP_ATOM)
            inst = &function->insts[i];
    assert_non_null(inst);
    assert_true(uniform_find(function, sm, &uniform));
    AtomicForm form = atomic_form(function, &uniform, inst, (PtxSpace)inst->space, sm);
    uniform_free(&uniform);
    ptx_free(module);
    return form;
}

static void forms_as_compiled(void **state)
{
    static const uint32_t capabilities[] = {75, 80, 90};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const AtomicForm seen[] = {rows[i].at_75, rows[i].at_80, rows[i].at_90};
        for (int k = 0; k < 3; k++) {
            AtomicForm form = form_of(&rows[i], capabilities[k]);
            if (form != seen[k])
                fail_msg("%s for %u: form %d, not %d", rows[i].body, capabilities[k], form,
                         seen[k]);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(forms_as_compiled)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
