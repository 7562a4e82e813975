/* How an address was made. */
#include "observe/way.h"

static bool push(Way *way, WayStep step)
{
    if (way->count == WAY_STEPS || step.number > WAY_LARGEST || step.number < -WAY_LARGEST)
        return false;
    way->steps[way->count++] = step;
    return true;
}

static FlowBase base_of(const Flow *flow, const PtxOperand *operand)
{
    if (operand->kind != PTX_OPERAND_REG)
        return (FlowBase){0};
    PtxOperand address = {.kind = PTX_OPERAND_ADDRESS, .reg = operand->reg};
    return flow_address(flow, &address);
}

static bool is_pointer(FlowBase base)
{
    return base.kind == FLOW_SYMBOL || base.kind == FLOW_PARAM || base.kind == FLOW_ARGUMENT;
}

/* How large the things are that an index counts: what it was multiplied by. */
static int64_t stride_of(const Flow *flow, uint32_t index)
{
    const PtxInst *inst = flow_definition(flow, index);
    const PtxOperand *by = inst && inst->operand_count > 2 ? &inst->operands[2] : NULL;
    if (!by || by->kind != PTX_OPERAND_IMM || by->imm < 0)
        return 1;
    if (inst->op == PTX_OP_SHL)
        return by->imm < 32 ? INT64_C(1) << by->imm : 1;
    return inst->op == PTX_OP_MUL && by->imm > 0 && by->imm < INT32_MAX ? by->imm : 1;
}

/* One addition. The register with the address before it goes to `reg`. */
static bool take_sum(const Flow *flow, const PtxInst *inst, Way *way, uint32_t *reg)
{
    const PtxOperand *a = &inst->operands[1], *b = &inst->operands[2];
    if (inst->operand_count < 3 || a->kind != PTX_OPERAND_REG)
        return false;
    if (b->kind == PTX_OPERAND_IMM) {
        int64_t number = inst->op == PTX_OP_SUB ? (int64_t)(0 - (uint64_t)b->imm) : b->imm;
        *reg = a->reg;
        return push(way, (WayStep){.number = number, .from = a->reg});
    }
    if (b->kind != PTX_OPERAND_REG || inst->op == PTX_OP_SUB || !is_pointer(base_of(flow, a)) ||
        is_pointer(base_of(flow, b)))
        return false;
    *reg = a->reg;
    return push(way, (WayStep){true, stride_of(flow, b->reg), a->reg});
}

static bool is_frame(const Flow *flow, uint32_t reg)
{
    PtxOperand address = {.kind = PTX_OPERAND_ADDRESS, .reg = reg};
    FlowBase base = flow_address(flow, &address);
    return base.kind == FLOW_SYMBOL && base.symbol->space == PTX_SPACE_LOCAL &&
           base.start == FLOW_WHOLE;
}

/* Where the walk backwards ends, at an instruction that adds nothing. */
static void take_root(const Flow *flow, const PtxInst *inst, Way *out)
{
    const PtxOperand *from = &inst->operands[1];
    FlowBase base = base_of(flow, &inst->operands[0]);
    if (inst->op == PTX_OP_LD && is_pointer(base)) {
        out->root = WAY_POINTER;
    } else if (inst->op == PTX_OP_MOV && from->kind == PTX_OPERAND_SYMBOL) {
        out->root =
            from->symbol->space != PTX_SPACE_LOCAL && from->imm == 0 ? WAY_SYMBOL : WAY_NOWHERE;
        out->symbol = from->symbol;
    } else if (inst->op == PTX_OP_ADD && base.kind == FLOW_SYMBOL && base.start != FLOW_WHOLE) {
        out->root = WAY_LOCAL;
        out->symbol = base.symbol;
        out->start = base.start;
    }
}

void way_find(const Flow *flow, uint32_t reg, Way *out)
{
    const PtxInst *inst;
    bool generic = false; /* out->reg holds the address as it is from there on */
    *out = (Way){.root = WAY_NOWHERE};
    for (uint32_t left = 4 * WAY_STEPS; left && (inst = flow_definition(flow, reg)); left--) {
        const PtxOperand *from = inst->operand_count > 1 ? &inst->operands[1] : NULL;
        bool reads = from && from->kind == PTX_OPERAND_REG;
        bool sums = inst->op == PTX_OP_ADD || inst->op == PTX_OP_SUB;
        if (!generic)
            out->reg = reg;
        if (reads && (inst->op == PTX_OP_MOV || inst->op == PTX_OP_CVTA)) {
            generic |= inst->op == PTX_OP_CVTA;
            reg = from->reg;
        } else if (from && (!sums || (reads && is_frame(flow, from->reg)))) {
            take_root(flow, inst, out);
            return;
        } else if (!from || generic || !take_sum(flow, inst, out, &reg)) {
            return;
        }
    }
}

static bool is_branch(const PtxInst *inst)
{
    return inst->op == PTX_OP_BRA || inst->op == PTX_OP_BRX;
}

/* Whether some branch leads to an instruction behind `first`, up to `last`. */
static bool is_entered(const PtxFunction *function, const PtxInst *first, const PtxInst *last)
{
    for (uint32_t i = 0; i < function->inst_count; i++) {
        const PtxInst *inst = &function->insts[i];
        if (inst->op == PTX_OP_BRX)
            return true;
        for (uint32_t o = 0; is_branch(inst) && o < inst->operand_count; o++)
            if (inst->operands[o].kind == PTX_OPERAND_LABEL &&
                function->insts + inst->operands[o].label > first &&
                function->insts + inst->operands[o].label <= last)
                return true;
    }
    return false;
}

/* Whether all that is between two instructions is executed when the last one is, and once. */
static bool is_straight(const PtxFunction *function, const PtxInst *first, const PtxInst *last)
{
    for (const PtxInst *inst = first; inst < last; inst++)
        if (is_branch(inst) || inst->guard != PTX_NO_REG)
            return false;
    return first <= last && !is_entered(function, first, last);
}

bool way_holds(const Flow *flow, uint32_t from, uint32_t reg, const PtxInst *access)
{
    const PtxFunction *function = flow_function(flow);
    const PtxInst *first = flow_definition(flow, from), *last = flow_definition(flow, reg);
    if (!first || !last)
        return false;
    bool between = first > last && first < access;
    return is_straight(function, first, last) || (!between && is_straight(function, last, access));
}
