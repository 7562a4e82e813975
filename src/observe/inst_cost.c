/* Machine instructions of one, found by compiling it. */
#include "observe/inst_cost.h"

#include "observe/inst_class.h"

enum { FAR = 64 /* instructions that are looked back at */ };

/* The address of a variable is put together from that of the block's memory in its cluster. */
static uint32_t cost_of_copy(const PtxInst *inst, uint32_t sm)
{
    PtxOperandKind from = inst->operand_count > 1 ? inst->operands[1].kind : PTX_OPERAND_NONE;
    if (from == PTX_OPERAND_SYMBOL)
        return sm >= 90 ? 3 : 0;
    return from == PTX_OPERAND_SPECIAL;
}

/* The instruction shortly before `inst` that a register comes from, or NULL. */
static const PtxInst *made_by(const PtxFunction *function, const PtxInst *inst,
                              const PtxOperand *operand)
{
    if (operand->kind != PTX_OPERAND_REG)
        return NULL;
    for (uint32_t i = 0; i < FAR && inst-- > function->insts; i++)
        if (inst->operand_count && inst->operands[0].kind == PTX_OPERAND_REG &&
            inst->operands[0].reg == operand->reg)
            return inst;
    return NULL;
}

/* A sum of an address is part of the product before it; others are of two halves. */
static uint32_t cost_of_wide_sum(const PtxFunction *function, const PtxInst *inst)
{
    for (uint32_t i = 1; i < inst->operand_count; i++) {
        const PtxInst *made = made_by(function, inst, &inst->operands[i]);
        if (made && made->op == PTX_OP_MUL && ptx_has(made, PTX_MOD_WIDE))
            return 0;
    }
    return 2;
}

/* Copies and changes of integers' widths come out of it for nothing. */
uint32_t inst_cost(const PtxFunction *function, const PtxInst *inst, uint32_t sm)
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
        return wide ? cost_of_wide_sum(function, inst) : 1;
    default:
        return 1;
    }
}
