/* Stores that prepare what printf() is given. */
#include "observe/printed.h"

enum { ARGUMENTS_BYTES = 1024 };

static bool calls_printf(const PtxInst *inst)
{
    const PtxOperand *to =
        inst->op == PTX_OP_CALL && inst->operand_count > 2 ? &inst->operands[1] : NULL;
    return to && to->kind == PTX_OPERAND_FUNCTION &&
           view_equal_text(to->function->name, "vprintf") && inst->operands[2].item_count == 2;
}

/* Where in the frame a register points to. False: that isn't one fixed place. */
static bool frame_offset(const Flow *flow, uint32_t reg, int64_t *out)
{
    const PtxInst *made = reg == PTX_NO_REG ? NULL : flow_definition(flow, reg);
    if (!made || made->operand_count < 2)
        return false;
    *out = 0;
    if (made->op == PTX_OP_ADD && made->operands[2].kind == PTX_OPERAND_IMM &&
        made->operands[1].kind == PTX_OPERAND_REG) {
        *out = made->operands[2].imm;
        made = flow_definition(flow, made->operands[1].reg);
    }
    if (made && made->op == PTX_OP_CVTA && made->operands[1].kind == PTX_OPERAND_REG)
        made = flow_definition(flow, made->operands[1].reg);
    return made && made->op == PTX_OP_MOV && made->operands[1].kind == PTX_OPERAND_SYMBOL &&
           made->operands[1].symbol->space == PTX_SPACE_LOCAL;
}

static bool ends_straight(const PtxFunction *function, uint32_t index)
{
    uint16_t op = function->insts[index].op;
    return op == PTX_OP_BRA || op == PTX_OP_CALL || op == PTX_OP_RET;
}

/* The register that the call's second argument was stored from; PTX_NO_REG: none. */
static uint32_t arguments_register(const PtxFunction *function, uint32_t call)
{
    const PtxOperand *list = &function->insts[call].operands[2];
    if (list->items[1].kind == PTX_OPERAND_REG)
        return list->items[1].reg;
    for (uint32_t i = call; i-- > 0 && !ends_straight(function, i);) {
        const PtxInst *inst = &function->insts[i];
        if (inst->op == PTX_OP_ST && inst->space == PTX_SPACE_PARAM && inst->operand_count > 1 &&
            inst->operands[0].symbol == list->items[1].symbol &&
            inst->operands[1].kind == PTX_OPERAND_REG)
            return inst->operands[1].reg;
    }
    return PTX_NO_REG;
}

static void mark_before(const Flow *flow, uint32_t call, uint8_t *marks)
{
    const PtxFunction *function = flow_function(flow);
    int64_t from, at;
    if (!frame_offset(flow, arguments_register(function, call), &from))
        return;
    for (uint32_t i = call; i-- > 0 && !ends_straight(function, i);) {
        const PtxInst *inst = &function->insts[i];
        const PtxOperand *to = inst->op == PTX_OP_ST ? &inst->operands[0] : NULL;
        if (!to || inst->space == PTX_SPACE_PARAM || !frame_offset(flow, to->reg, &at))
            continue;
        at += to->imm - from;
        if (at >= 0 && at < ARGUMENTS_BYTES)
            marks[i] = 1;
    }
}

void printed_find(const Flow *flow, uint8_t *marks)
{
    const PtxFunction *function = flow_function(flow);
    for (uint32_t i = 0; i < function->inst_count; i++)
        if (calls_printf(&function->insts[i]))
            mark_before(flow, i, marks);
}
