/* What becomes of what a function loads: counts that go up, copies, bits that are put back. */
#include "observe/flow_state.h"

static bool same_place(const PtxOperand *a, const PtxOperand *b)
{
    return a->reg == b->reg && a->symbol == b->symbol && a->imm == b->imm;
}

static bool made_of(const Flow *flow, uint32_t reg, const PtxOperand *place, uint32_t depth)
{
    const PtxInst *inst = flow_definition(flow, reg);
    if (!inst || depth == 0)
        return false;
    if (inst->op == PTX_OP_LD)
        return inst->operand_count > 1 && same_place(&inst->operands[1], place);
    for (uint32_t i = 1; i < inst->operand_count; i++)
        if (inst->operands[i].kind == PTX_OPERAND_REG &&
            made_of(flow, inst->operands[i].reg, place, depth - 1))
            return true;
    return false;
}

bool flow_is_update(const Flow *flow, const PtxInst *store)
{
    enum { DEPTH = 6 };
    return store->op == PTX_OP_ST && store->operand_count > 1 &&
           store->operands[1].kind == PTX_OPERAND_REG &&
           made_of(flow, store->operands[1].reg, &store->operands[0], DEPTH);
}

static bool is_to_global(const Flow *flow, const PtxInst *store)
{
    FlowBase base = flow_address(flow, &store->operands[0]);
    return store->space == PTX_SPACE_GLOBAL || base.kind == FLOW_PARAM ||
           (base.kind == FLOW_SYMBOL && base.symbol->space == PTX_SPACE_GLOBAL);
}

/* Not a store to memory that others see. */
static bool is_copy(const Flow *flow, const PtxInst *store)
{
    if (store->op != PTX_OP_ST || store->space == PTX_SPACE_SHARED || is_to_global(flow, store))
        return false;
    FlowBase base = flow_address(flow, &store->operands[0]);
    return base.kind != FLOW_SYMBOL || base.symbol->space != PTX_SPACE_SHARED;
}

static bool is_only_copied(const Flow *flow, uint32_t reg, bool anywhere, uint32_t depth);

/* A small integer is widened to be handed on, and made small again. */
static bool is_resized(const PtxInst *inst)
{
    return inst->op == PTX_OP_CVT && inst->type_count == 2 &&
           ptx_type_kind(inst->types[0]) != PTX_KIND_FLOAT &&
           ptx_type_kind(inst->types[1]) != PTX_KIND_FLOAT;
}

/* Whether the use of a register as an operand takes it somewhere else and nothing more. */
static bool is_moved(const Flow *flow, const PtxInst *inst, uint32_t operand, bool anywhere,
                     uint32_t depth)
{
    if (operand != 1)
        return false;
    if (inst->op == PTX_OP_MOV || (!anywhere && is_resized(inst)))
        return depth && inst->operands[0].kind == PTX_OPERAND_REG &&
               is_only_copied(flow, inst->operands[0].reg, anywhere, depth - 1);
    /* A shuffle hands on what most lanes may not have: who asks one that does gets what is set. */
    if (!anywhere && inst->op == PTX_OP_SHFL)
        return true;
    return anywhere ? inst->op == PTX_OP_ST : is_copy(flow, inst);
}

static bool is_only_copied(const Flow *flow, uint32_t reg, bool anywhere, uint32_t depth)
{
    const PtxFunction *function = flow->function;
    for (uint32_t i = 0; i < function->inst_count; i++) {
        const PtxInst *inst = &function->insts[i];
        if (inst->guard == reg)
            return false;
        for (uint32_t o = 0; o < inst->operand_count; o++) {
            bool defines = o == 0 && flow_has_result(inst);
            if (!defines && flow_operand_has(&inst->operands[o], reg) &&
                !is_moved(flow, inst, o, anywhere, depth))
                return false;
        }
    }
    return true;
}

static bool are_only_copied(const Flow *flow, const PtxOperand *registers, bool anywhere)
{
    enum { MOVES = 6 };
    if (registers->kind == PTX_OPERAND_REG)
        return is_only_copied(flow, registers->reg, anywhere, MOVES);
    for (uint32_t i = 0; i < registers->item_count; i++)
        if (registers->items[i].kind == PTX_OPERAND_REG &&
            !is_only_copied(flow, registers->items[i].reg, anywhere, MOVES))
            return false;
    return registers->kind == PTX_OPERAND_VECTOR;
}

bool flow_is_only_copied(const Flow *flow, const PtxOperand *registers)
{
    return are_only_copied(flow, registers, false);
}

bool flow_goes_to_global(const Flow *flow, const PtxOperand *registers)
{
    const PtxOperand *first = registers->kind == PTX_OPERAND_VECTOR && registers->item_count
                                  ? registers->items
                                  : registers;
    if (first->kind != PTX_OPERAND_REG)
        return false;
    for (uint32_t i = 0; i < flow->function->inst_count; i++) {
        const PtxInst *inst = &flow->function->insts[i];
        if (inst->op == PTX_OP_ST && inst->operand_count > 1 &&
            flow_operand_has(&inst->operands[1], first->reg) && is_to_global(flow, inst))
            return true;
    }
    return false;
}

/* An address that is a variable's plus a constant. */
static bool is_certain(const Flow *flow, const PtxOperand *operand, uint32_t depth)
{
    if (operand->kind == PTX_OPERAND_IMM || operand->kind == PTX_OPERAND_SYMBOL)
        return true;
    bool has_reg = operand->kind == PTX_OPERAND_REG || operand->kind == PTX_OPERAND_ADDRESS;
    if (!has_reg || depth == 0)
        return false;
    if (operand->reg == PTX_NO_REG)
        return operand->symbol != NULL;
    const PtxInst *inst = flow_definition(flow, operand->reg);
    if (!inst || (inst->op != PTX_OP_ADD && inst->op != PTX_OP_MOV && inst->op != PTX_OP_CVTA))
        return false;
    for (uint32_t i = 1; i < inst->operand_count; i++)
        if (!is_certain(flow, &inst->operands[i], depth - 1))
            return false;
    return true;
}

bool flow_is_part_of_copy(const Flow *flow, const PtxInst *load)
{
    enum { DEPTH = 6 };
    return load->op == PTX_OP_LD && load->operand_count > 1 &&
           is_certain(flow, &load->operands[1], DEPTH) &&
           are_only_copied(flow, &load->operands[0], true);
}

static bool is_put_back(const Flow *flow, uint32_t reg, const PtxOperand *place, bool masked,
                        uint32_t depth);

/* Whether one use of a register leads back to where it was loaded from. */
static bool leads_back(const Flow *flow, const PtxInst *inst, uint32_t reg, const PtxOperand *place,
                       bool masked, uint32_t depth)
{
    const PtxOperand *o = inst->operands;
    if (inst->op == PTX_OP_ST)
        return masked && inst->operand_count == 2 && !flow_operand_has(&o[0], reg) &&
               same_place(&o[0], place);
    bool masks = inst->op == PTX_OP_AND && inst->operand_count == 3 &&
                 (o[1].kind == PTX_OPERAND_IMM || o[2].kind == PTX_OPERAND_IMM);
    masks |= inst->op == PTX_OP_BFI && inst->operand_count == 5 && flow_operand_has(&o[2], reg);
    bool carries = masked && (inst->op == PTX_OP_OR || inst->op == PTX_OP_CVT);
    return (masks || carries) && o[0].kind == PTX_OPERAND_REG && o[0].reg != reg &&
           is_put_back(flow, o[0].reg, place, true, depth - 1);
}

static bool is_put_back(const Flow *flow, uint32_t reg, const PtxOperand *place, bool masked,
                        uint32_t depth)
{
    const PtxFunction *function = flow->function;
    bool used = false;
    for (uint32_t i = 0; depth && i < function->inst_count; i++) {
        const PtxInst *inst = &function->insts[i];
        if (inst->guard == reg)
            return false;
        for (uint32_t o = flow_has_result(inst); o < inst->operand_count; o++) {
            if (!flow_operand_has(&inst->operands[o], reg))
                continue;
            if (!leads_back(flow, inst, reg, place, masked, depth))
                return false;
            used = true;
        }
    }
    return used;
}

bool flow_is_insertion(const Flow *flow, const PtxInst *load)
{
    enum { DEPTH = 5 };
    return load->op == PTX_OP_LD && load->operand_count == 2 &&
           load->operands[0].kind == PTX_OPERAND_REG &&
           is_put_back(flow, load->operands[0].reg, &load->operands[1], false, DEPTH);
}
