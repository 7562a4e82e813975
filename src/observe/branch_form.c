/* Forms of branches in machine code, found by compiling bodies of all lengths. */
#include "observe/branch_form.h"

#include "observe/inst_class.h"

/* Machine instructions of a body that a predicate is put before. */
enum { BODY_MAX = 8 };

static bool is_exit(const PtxFunction *function, uint32_t target)
{
    if (target >= function->inst_count)
        return function->is_entry;
    uint16_t op = function->insts[target].op;
    return op == PTX_OP_EXIT || (op == PTX_OP_RET && function->is_entry);
}

static bool is_entered(const PtxFunction *function, uint32_t from, uint32_t to)
{
    for (uint32_t i = 0; i < function->label_count; i++)
        if (function->labels[i].inst >= from && function->labels[i].inst < to)
            return true;
    return false;
}

/* Copies and changes of integers' widths come out of it for nothing, and a sum of an address is
 * part of the product before it. */
static uint32_t cost(const PtxInst *inst)
{
    bool wide = inst->type_count && ptx_type_bytes((PtxType)inst->types[0]) == 8;
    switch (inst->op) {
    case PTX_OP_MOV:
    case PTX_OP_CVTA:
        return 0;
    case PTX_OP_CVT:
        return inst_class(inst) == INST_CONVERSION;
    case PTX_OP_ADD:
        return !wide;
    default:
        return 1;
    }
}

/* What never stands behind a predicate in place of a branch, or is many instructions. */
static bool needs_branch(const PtxInst *inst)
{
    InstClass class = inst_class(inst);
    if (inst->op == PTX_OP_DIV || inst->op == PTX_OP_REM || inst->op == PTX_OP_SQRT)
        return true;
    if (class == INST_MEMORY)
        return inst->op != PTX_OP_LD && inst->op != PTX_OP_ST;
    return class == INST_CONTROL || class == INST_INTER_THREAD || inst->guard != PTX_NO_REG;
}

static bool is_short(const PtxFunction *function, uint32_t from, uint32_t to)
{
    uint32_t length = 0;
    for (uint32_t i = from; i < to; i++) {
        if (needs_branch(&function->insts[i]))
            return false;
        length += cost(&function->insts[i]);
    }
    return length <= BODY_MAX;
}

BranchForm branch_form(const PtxFunction *function, const PtxInst *inst)
{
    if (inst->op != PTX_OP_BRA || inst->guard == PTX_NO_REG || inst->operand_count == 0 ||
        inst->operands[0].kind != PTX_OPERAND_LABEL)
        return BRANCH_NONE;
    uint32_t target = inst->operands[0].label, index = (uint32_t)(inst - function->insts);
    if (is_exit(function, target))
        return BRANCH_EXIT;
    if (target > index + 1 && !is_entered(function, index + 1, target) &&
        is_short(function, index + 1, target))
        return BRANCH_PREDICATES;
    return BRANCH_PLAIN;
}
