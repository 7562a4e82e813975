/* What addresses in a function's registers are made of: a variable, a parameter, an argument. */
#include <stdlib.h>

#include "observe/flow_state.h"

static const FlowBase number = {.kind = FLOW_NUMBER}, anything = {.kind = FLOW_ANYTHING};

static bool is_pointer(FlowBase base)
{
    return base.kind == FLOW_SYMBOL || base.kind == FLOW_PARAM || base.kind == FLOW_ARGUMENT;
}

static bool same_base(FlowBase a, FlowBase b)
{
    return a.kind == b.kind && a.symbol == b.symbol && a.offset == b.offset && a.start == b.start;
}

static FlowBase join(FlowBase a, FlowBase b)
{
    if (a.kind == FLOW_NOTHING)
        return b;
    return b.kind == FLOW_NOTHING || same_base(a, b) ? a : anything;
}

/* Two pointers can't be added, so what is added to a pointer is a number, wherever it is from. */
static FlowBase sum(FlowBase a, FlowBase b)
{
    if (a.kind == FLOW_NOTHING || b.kind == FLOW_NOTHING)
        return (FlowBase){0};
    if (is_pointer(a) && is_pointer(b) && (a.kind == FLOW_ARGUMENT) == (b.kind == FLOW_ARGUMENT))
        return anything;
    if (a.kind == FLOW_ARGUMENT && is_pointer(b)) /* an argument of 8 bytes may be a number */
        return b;
    if (is_pointer(a) || b.kind == FLOW_NUMBER)
        return a;
    return is_pointer(b) || a.kind == FLOW_NUMBER ? b : anything;
}

static FlowBase difference(FlowBase a, FlowBase b)
{
    if (a.kind == FLOW_NOTHING || b.kind == FLOW_NOTHING)
        return (FlowBase){0};
    if (is_pointer(b))
        return same_base(a, b) ? number : anything;
    return a;
}

static FlowBase symbol_base(const PtxSymbol *symbol)
{
    return (FlowBase){.kind = FLOW_SYMBOL, .symbol = symbol, .start = FLOW_WHOLE};
}

static bool is_whole_frame(FlowBase base)
{
    return base.kind == FLOW_SYMBOL && base.symbol->space == PTX_SPACE_LOCAL &&
           base.start == FLOW_WHOLE;
}

static FlowBase operand_base(const Flow *flow, const PtxOperand *operand)
{
    switch (operand->kind) {
    case PTX_OPERAND_REG:
        return flow->bases[operand->reg];
    case PTX_OPERAND_IMM:
    case PTX_OPERAND_SPECIAL:
        return number;
    case PTX_OPERAND_SYMBOL:
        return symbol_base(operand->symbol);
    default:
        return anything;
    }
}

/* A number, if all its sources are none but numbers. */
static FlowBase computed(const Flow *flow, const PtxInst *inst)
{
    FlowBase result = number;
    for (uint32_t i = 1; i < inst->operand_count; i++) {
        FlowBase source = operand_base(flow, &inst->operands[i]);
        if (source.kind == FLOW_NOTHING)
            return source;
        if (source.kind != FLOW_NUMBER)
            result = anything;
    }
    return result;
}

static FlowBase loaded(const Flow *flow, const PtxInst *inst)
{
    const PtxOperand *from = &inst->operands[1];
    bool pointer = inst->type_count && ptx_type_bytes(inst->types[inst->type_count - 1]) == 8;
    bool param = from->kind == PTX_OPERAND_ADDRESS && from->symbol && from->reg == PTX_NO_REG &&
                 from->symbol->space == PTX_SPACE_PARAM;
    for (uint32_t i = 0; param && i < flow->function->param_count; i++)
        if (flow->function->params[i] == from->symbol)
            return pointer && inst->vector <= 1
                       ? (FlowBase){.kind = flow->function->is_entry ? FLOW_PARAM : FLOW_ARGUMENT,
                                    .symbol = from->symbol,
                                    .offset = from->symbol->offset + (uint64_t)from->imm,
                                    .reg = inst->operands[0].reg}
                   : pointer                  ? anything
                   : flow->function->is_entry ? number
                                              : anything;
    return anything;
}

/* A pointer's lowest bits may be set (or) and cleared (and); more makes another value of it. */
static FlowBase bits_changed(FlowBase a, FlowBase b, bool set)
{
    if (a.kind == FLOW_NOTHING || b.kind == FLOW_NOTHING)
        return (FlowBase){0};
    if (a.kind == FLOW_NUMBER && b.kind == FLOW_NUMBER)
        return number;
    return set && b.kind == FLOW_NUMBER ? a : anything;
}

static FlowBase added(FlowBase a, const PtxOperand *what, FlowBase b)
{
    FlowBase result = sum(a, b);
    if (is_whole_frame(a) && what->kind == PTX_OPERAND_IMM)
        result.start = (uint64_t)what->imm;
    return result;
}

static FlowBase result_base(const Flow *flow, const PtxInst *inst)
{
    const PtxOperand *o = inst->operands;
    uint32_t count = inst->operand_count;
    switch (inst->op) {
    case PTX_OP_MOV:
    case PTX_OP_CVTA:
    case PTX_OP_CVT:
        return count > 1 ? operand_base(flow, &o[1]) : anything;
    case PTX_OP_ADD:
        return added(operand_base(flow, &o[1]), &o[2], operand_base(flow, &o[2]));
    case PTX_OP_SUB:
        return difference(operand_base(flow, &o[1]), operand_base(flow, &o[2]));
    case PTX_OP_MAD:
        return sum(number, operand_base(flow, &o[3]));
    case PTX_OP_MUL:
    case PTX_OP_SHL:
        return number;
    case PTX_OP_OR:
    case PTX_OP_AND:
        return bits_changed(operand_base(flow, &o[1]), operand_base(flow, &o[2]),
                            inst->op == PTX_OP_OR);
    case PTX_OP_SELP:
        return join(operand_base(flow, &o[1]), operand_base(flow, &o[2]));
    case PTX_OP_LD:
        return count > 1 ? loaded(flow, inst) : anything;
    case PTX_OP_ATOM:
    case PTX_OP_LDU:
    case PTX_OP_SHFL:
    case PTX_OP_MAPA:
        return anything;
    default:
        return computed(flow, inst);
    }
}

static bool has_sources(const PtxInst *inst)
{
    uint32_t need = inst->op == PTX_OP_MAD ? 4
                    : inst->op == PTX_OP_MOV || inst->op == PTX_OP_LD || inst->op == PTX_OP_CVT ||
                            inst->op == PTX_OP_CVTA
                        ? 2
                        : 3;
    switch (inst->op) {
    case PTX_OP_ADD:
    case PTX_OP_SUB:
    case PTX_OP_MAD:
    case PTX_OP_OR:
    case PTX_OP_AND:
    case PTX_OP_SELP:
        return inst->operand_count >= need;
    default:
        return true;
    }
}

/* Joins until nothing changes; a base changes twice at most, so it ends. */
bool flow_find_bases(Flow *flow)
{
    const PtxFunction *function = flow->function;
    flow->bases = calloc((size_t)function->reg_count + 1, sizeof *flow->bases);
    if (!flow->bases)
        return false;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < function->inst_count; i++) {
            const PtxInst *inst = &function->insts[i];
            if (!flow_has_result(inst))
                continue;
            const PtxOperand *to = &inst->operands[0];
            FlowBase base = anything;
            if (to->kind == PTX_OPERAND_REG && has_sources(inst))
                base = result_base(flow, inst);
            uint32_t items = to->kind == PTX_OPERAND_REG ? 1 : to->item_count;
            for (uint32_t k = 0; k < items; k++) {
                const PtxOperand *one = to->kind == PTX_OPERAND_REG ? to : &to->items[k];
                if (one->kind != PTX_OPERAND_REG)
                    continue;
                FlowBase joined = join(flow->bases[one->reg], base);
                changed |= !same_base(joined, flow->bases[one->reg]);
                flow->bases[one->reg] = joined;
            }
        }
    }
    return true;
}

FlowBase flow_address(const Flow *flow, const PtxOperand *address)
{
    if (address->reg != PTX_NO_REG)
        return flow->bases[address->reg];
    return address->symbol ? symbol_base(address->symbol) : number;
}
