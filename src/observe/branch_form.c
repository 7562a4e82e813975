/* Forms of branches in machine code, found by compiling bodies of all lengths. */
#include "observe/branch_form.h"

#include "observe/expansion.h"
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

static bool is_special(const PtxInst *inst)
{
    return inst->op == PTX_OP_MOV && inst->operand_count > 1 &&
           inst->operands[1].kind == PTX_OPERAND_SPECIAL;
}

static bool reads_the_same(const PtxInst *a, const PtxInst *b)
{
    return is_special(a) && a->operands[1].special == b->operands[1].special &&
           a->operands[1].component == b->operands[1].component;
}

/* Whether a register of the machine's own is read whichever way the branch goes, in the straight
 * code before it at the function's start or behind its body, and so before it. */
static bool is_read_anyway(const PtxFunction *function, const PtxInst *inst, uint32_t from,
                           uint32_t to)
{
    for (uint32_t i = 0; i < from && function->insts[i].op != PTX_OP_BRA; i++)
        if (reads_the_same(&function->insts[i], inst))
            return true;
    for (uint32_t i = to; i < function->inst_count && function->insts[i].op != PTX_OP_BRA; i++)
        if (reads_the_same(&function->insts[i], inst))
            return true;
    return false;
}

/* The address of a variable is put together from that of the block's memory in its cluster. */
static uint32_t cost_of_copy(const PtxInst *inst, uint32_t sm)
{
    PtxOperandKind from = inst->operand_count > 1 ? inst->operands[1].kind : PTX_OPERAND_NONE;
    if (from == PTX_OPERAND_SYMBOL)
        return sm >= 90 ? 3 : 0;
    return from == PTX_OPERAND_SPECIAL;
}

/* Copies and changes of integers' widths come out of it for nothing, and a sum of an address is
 * part of the product before it. */
static uint32_t cost(const PtxInst *inst, uint32_t sm)
{
    bool wide = inst->type_count && ptx_type_bytes((PtxType)inst->types[0]) == 8;
    switch (inst->op) {
    case PTX_OP_MOV:
        return cost_of_copy(inst, sm);
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
    if (inst->op == PTX_OP_DIV || inst->op == PTX_OP_REM || expansion_of(inst))
        return true;
    if (class == INST_MEMORY && inst->op == PTX_OP_CP)
        return !ptx_has(inst, PTX_MOD_ASYNC) || ptx_has(inst, PTX_MOD_BULK);
    if (class == INST_MEMORY)
        return inst->op != PTX_OP_LD && inst->op != PTX_OP_ST;
    return class == INST_CONTROL || class == INST_INTER_THREAD || inst->guard != PTX_NO_REG;
}

static bool is_short(const PtxFunction *function, uint32_t from, uint32_t to, uint32_t sm)
{
    uint32_t length = 0;
    for (uint32_t i = from; i < to; i++) {
        if (needs_branch(&function->insts[i]))
            return false;
        length += cost(&function->insts[i], sm);
        length -= is_special(&function->insts[i]) &&
                  is_read_anyway(function, &function->insts[i], from, to);
    }
    return length <= BODY_MAX;
}

/* "@p bra A; bra B; A: body B:" is the same as "@!p bra B; body B:". */
static void find_body(const PtxFunction *function, uint32_t index, uint32_t *from, uint32_t *to)
{
    *from = index + 1;
    *to = function->insts[index].operands[0].label;
    const PtxInst *next = *from < function->inst_count ? &function->insts[*from] : NULL;
    if (*to != index + 2 || !next || next->op != PTX_OP_BRA || next->guard != PTX_NO_REG ||
        next->operand_count == 0 || next->operands[0].kind != PTX_OPERAND_LABEL)
        return;
    *from = *to;
    *to = next->operands[0].label;
}

BranchForm branch_form(const PtxFunction *function, const PtxInst *inst, uint32_t sm,
                       uint32_t *from, uint32_t *to)
{
    if (inst->op != PTX_OP_BRA || inst->guard == PTX_NO_REG || inst->operand_count == 0 ||
        inst->operands[0].kind != PTX_OPERAND_LABEL)
        return BRANCH_NONE;
    uint32_t index = (uint32_t)(inst - function->insts);
    if (is_exit(function, inst->operands[0].label))
        return BRANCH_EXIT;
    find_body(function, index, from, to);
    bool inverted = *from != index + 1;
    if (inverted && is_exit(function, *to))
        return BRANCH_EXIT;
    if (*to > *from && !is_entered(function, *from + inverted, *to) &&
        is_short(function, *from, *to, sm))
        return BRANCH_PREDICATES;
    return BRANCH_PLAIN;
}
