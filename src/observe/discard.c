/* Loads whose values are thrown away by a selection. */
#include "observe/discard.h"

typedef struct Uses {
    const PtxFunction *function;
    const SimWarpInfo *warp;
    uint32_t load; /* its index */
    bool never;    /* no selection throws away what is loaded, whatever it asks */
} Uses;

static bool is_used(const PtxInst *inst, uint32_t reg)
{
    if (inst->guard == reg)
        return true;
    for (uint32_t o = flow_has_result(inst) ? 1 : 0; o < inst->operand_count; o++)
        if (flow_operand_has(&inst->operands[o], reg))
            return true;
    return false;
}

static bool is_defined(const PtxInst *inst, uint32_t reg)
{
    return flow_has_result(inst) && flow_operand_has(&inst->operands[0], reg);
}

/* Whether what runs from the load on comes to the instruction, and from nowhere else. */
static bool is_straight(const Uses *uses, uint32_t inst)
{
    if (inst <= uses->load)
        return false;
    for (uint32_t i = uses->load; i < inst; i++) {
        PtxOp op = uses->function->insts[i].op;
        if (op == PTX_OP_BRA || op == PTX_OP_BRX || op == PTX_OP_RET || op == PTX_OP_EXIT)
            return false;
    }
    for (uint32_t l = 0; l < uses->function->label_count; l++)
        if (uses->function->labels[l].inst > uses->load && uses->function->labels[l].inst <= inst)
            return false;
    return true;
}

/* Whether the instruction does nothing with the register but to choose between it and another. */
static bool is_selection(const Uses *uses, uint32_t at, uint32_t reg)
{
    const PtxInst *inst = &uses->function->insts[at];
    const PtxOperand *o = inst->operands;
    return inst->op == PTX_OP_SELP && inst->guard == PTX_NO_REG && inst->operand_count == 4 &&
           o[3].kind == PTX_OPERAND_REG &&
           flow_operand_has(&o[1], reg) != flow_operand_has(&o[2], reg) && is_straight(uses, at);
}

/* The lanes in which a selp throws the register away. */
static uint32_t thrown_away(const Uses *uses, uint32_t at, uint32_t reg, uint32_t lanes)
{
    const PtxOperand *o = uses->function->insts[at].operands;
    for (uint32_t i = uses->load; i < at; i++)
        if (is_defined(&uses->function->insts[i], o[3].reg))
            return lanes;
    const uint32_t *condition = uses->warp->lanes(uses->warp->frame, o[3].reg);
    if (!condition)
        return 0;
    return lanes & (flow_operand_has(&o[1], reg) != o[3].negate ? ~*condition : *condition);
}

static uint32_t discarded(Uses *uses, uint32_t reg, uint32_t lanes)
{
    for (uint32_t i = 0; i < uses->function->inst_count && !uses->never; i++) {
        const PtxInst *inst = &uses->function->insts[i];
        bool used = is_used(inst, reg);
        /* Of several definitions it would have to be found out which one is used where. */
        uses->never =
            (i != uses->load && is_defined(inst, reg)) || (used && !is_selection(uses, i, reg));
        if (used && !uses->never)
            lanes = thrown_away(uses, i, reg, lanes);
    }
    return uses->never ? 0 : lanes;
}

uint32_t discard_lanes(Discard *discard, const Flow *flow, const SimWarpInfo *warp,
                       const PtxInst *load, uint32_t lanes)
{
    const PtxFunction *function = flow_function(flow);
    if (load == discard->never || load->op != PTX_OP_LD || !load->operand_count ||
        warp->function != function || !warp->lanes)
        return 0;
    const PtxOperand *to = &load->operands[0];
    Uses uses = {.function = function, .warp = warp, .load = (uint32_t)(load - function->insts)};
    uint32_t items = to->kind == PTX_OPERAND_VECTOR ? to->item_count : 1;
    for (uint32_t i = 0; i < items && lanes; i++) {
        const PtxOperand *one = to->kind == PTX_OPERAND_VECTOR ? &to->items[i] : to;
        if (one->kind == PTX_OPERAND_REG)
            lanes = discarded(&uses, one->reg, lanes);
    }
    if (uses.never)
        discard->never = load;
    return lanes;
}
