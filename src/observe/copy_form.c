/* Loads before copies, found by compiling copies behind all kinds of instructions: the first copy
 * of straight code has them, and each behind an access to shared memory or a barrier. */
#include "observe/copy_form.h"

#include "observe/branch_form.h"
#include "observe/copy.h"

enum { IDLE_LOADS = 3 };

static bool is_predicated(const PtxFunction *function, const PtxInst *branch, uint32_t sm)
{
    uint32_t from, to;
    return branch_form(function, branch, sm, &from, &to) == BRANCH_PREDICATES;
}

/* Whether straight code ends before this instruction: one comes here from elsewhere, and not only
 * around a body that has a predicate in place of the branch. */
static bool is_entered(const PtxFunction *function, uint32_t index, uint32_t sm)
{
    for (uint32_t i = 0; i < function->inst_count; i++) {
        const PtxInst *inst = &function->insts[i];
        bool comes = inst->op == PTX_OP_BRA && inst->operand_count > 0 &&
                     inst->operands[0].kind == PTX_OPERAND_LABEL &&
                     inst->operands[0].label == index;
        if (comes && !is_predicated(function, inst, sm))
            return true;
    }
    return false;
}

/* Accesses to shared memory, and what may wait for other threads. */
static bool is_between(const PtxInst *inst)
{
    switch (inst->op) {
    case PTX_OP_BAR:
    case PTX_OP_BARRIER:
        return true;
    case PTX_OP_LD:
    case PTX_OP_ST:
    case PTX_OP_ATOM:
    case PTX_OP_RED:
        return inst->space == PTX_SPACE_SHARED || inst->space == PTX_SPACE_GENERIC;
    case PTX_OP_LDMATRIX:
    case PTX_OP_STMATRIX:
        return true;
    default:
        return false;
    }
}

uint32_t copy_idle_loads(const PtxFunction *function, const PtxInst *inst, uint32_t sm)
{
    if (!copy_is_made_by(inst))
        return 0;
    uint32_t i = (uint32_t)(inst - function->insts);
    for (; i > 0 && !is_entered(function, i, sm); i--) {
        const PtxInst *before = &function->insts[i - 1];
        if (is_between(before))
            return IDLE_LOADS;
        if (before->op == PTX_OP_BRA && !is_predicated(function, before, sm))
            return IDLE_LOADS;
        if (copy_is_made_by(before))
            return 0;
    }
    return i > 0 || sm >= 90 || is_entered(function, i, sm) ? IDLE_LOADS : 0;
}
