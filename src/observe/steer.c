/* Whether what a kernel reads from a place decides where it goes. */
#include "observe/steer.h"

#include <stdlib.h>

/* Registers whose use is still to be looked at, each once. */
typedef struct Trail {
    bool *seen;
    uint32_t *registers;
    uint32_t count;
} Trail;

static bool is_memory(const PtxInst *inst)
{
    return inst->op == PTX_OP_ST || inst->op == PTX_OP_LD || inst->op == PTX_OP_ATOM ||
           inst->op == PTX_OP_RED;
}

static bool uses(const PtxInst *inst, uint32_t reg)
{
    uint32_t first = inst->op == PTX_OP_ST || inst->op == PTX_OP_RED ? 0 : 1;
    for (uint32_t i = first; i < inst->operand_count; i++)
        if (flow_operand_has(&inst->operands[i], reg))
            return true;
    return false;
}

static FlowBase base_of(const Flow *flow, const PtxInst *access)
{
    const PtxOperand *address = flow_address_of(access);
    return address ? flow_address(flow, address) : (FlowBase){0};
}

/* A store to memory that all threads of the grid see, by the variable that it is in. */
static bool is_global(const Flow *flow, const PtxInst *inst)
{
    FlowBase base = base_of(flow, inst);
    return inst->space == PTX_SPACE_GLOBAL || base.kind == FLOW_PARAM ||
           (base.kind == FLOW_SYMBOL && base.symbol->space == PTX_SPACE_GLOBAL);
}

static void follow(Trail *trail, const PtxOperand *to)
{
    if (to->kind == PTX_OPERAND_REG && !trail->seen[to->reg]) {
        trail->seen[to->reg] = true;
        trail->registers[trail->count++] = to->reg;
    }
    for (uint32_t i = 0; i < to->item_count; i++)
        follow(trail, &to->items[i]);
}

static bool may_be_same(FlowBase a, FlowBase b)
{
    if (a.kind == FLOW_ANYTHING || a.kind == FLOW_NOTHING || a.kind == FLOW_NUMBER ||
        a.kind == FLOW_ARGUMENT)
        return true;
    return a.kind == b.kind && a.symbol == b.symbol && a.offset == b.offset;
}

/* A value stored in a variable of the block's or thread's own is followed into all that is loaded
 * from there; false: it can't be. */
static bool follow_stored(const Flow *flow, const PtxInst *store, Trail *trail)
{
    const PtxFunction *function = flow_function(flow);
    FlowBase base = base_of(flow, store);
    if (base.kind != FLOW_SYMBOL)
        return false;
    for (uint32_t i = 0; i < function->inst_count; i++) {
        const PtxInst *inst = &function->insts[i];
        if (is_memory(inst) && inst->op != PTX_OP_ST && inst->op != PTX_OP_RED &&
            inst->operand_count && may_be_same(base_of(flow, inst), base))
            follow(trail, &inst->operands[0]);
    }
    return true;
}

/* One use of a value: true if it decides something, or goes where it can't be followed. */
static bool use_decides(const Flow *flow, const PtxInst *inst, Trail *trail)
{
    switch (inst->op) {
    case PTX_OP_BRX:
    case PTX_OP_CALL:
        return true;
    case PTX_OP_ST:
        return !is_global(flow, inst) && !follow_stored(flow, inst, trail);
    default:
        if (!is_memory(inst) && inst->operand_count)
            follow(trail, &inst->operands[0]);
        return false;
    }
}

/* What a comparison with the value lets through: true if that is more than a choice of values. */
static bool guard_decides(const PtxInst *inst, Trail *trail)
{
    if (is_memory(inst) || !flow_has_result(inst))
        return true;
    follow(trail, &inst->operands[0]);
    return false;
}

static bool decides(const Flow *flow, const PtxInst *load, Trail *trail)
{
    const PtxFunction *function = flow_function(flow);
    for (uint32_t r = 0; r < function->reg_count; r++)
        trail->seen[r] = false;
    trail->count = 0;
    follow(trail, &load->operands[0]);
    for (uint32_t at = 0; at < trail->count; at++)
        for (uint32_t i = 0; i < function->inst_count; i++) {
            const PtxInst *inst = &function->insts[i];
            if (inst->guard == trail->registers[at] && guard_decides(inst, trail))
                return true;
            if (uses(inst, trail->registers[at]) && use_decides(flow, inst, trail))
                return true;
        }
    return false;
}

static bool is_strong_read(const PtxInst *inst)
{
    return inst->op == PTX_OP_ATOM || (inst->op == PTX_OP_LD && (ptx_has(inst, PTX_MOD_VOLATILE) ||
                                                                 ptx_has(inst, PTX_MOD_RELAXED) ||
                                                                 ptx_has(inst, PTX_MOD_ACQUIRE)));
}

/* Does the register hold one value all the time: a parameter's? */
static bool is_fixed(const Flow *flow, uint32_t reg)
{
    const PtxInst *inst = reg == PTX_NO_REG ? NULL : flow_definition(flow, reg);
    while (inst && (inst->op == PTX_OP_MOV || inst->op == PTX_OP_CVTA) &&
           inst->operands[1].kind == PTX_OPERAND_REG)
        inst = flow_definition(flow, inst->operands[1].reg);
    return inst && inst->op == PTX_OP_LD && inst->space == PTX_SPACE_PARAM;
}

/* Two members of one struct: the same address, and other numbers added to it. */
static bool are_members(const Flow *flow, const PtxOperand *a, const PtxOperand *b)
{
    return a->reg == b->reg && a->symbol == b->symbol && a->imm != b->imm && is_fixed(flow, a->reg);
}

/* A function without a body here: vprintf and its like. */
static bool calls_runtime(const PtxInst *call)
{
    for (uint32_t i = 0; i < call->operand_count; i++)
        if (call->operands[i].kind == PTX_OPERAND_FUNCTION)
            return call->operands[i].function->inst_count == 0;
    return false;
}

/* What else it calls may read the place, and what calls it. */
static bool stands_alone(const PtxFunction *function)
{
    for (uint32_t i = 0; i < function->inst_count; i++)
        if (function->insts[i].op == PTX_OP_CALL && !calls_runtime(&function->insts[i]))
            return false;
    return function->is_entry;
}

static Trail trail_new(const Flow *flow)
{
    const size_t room = (size_t)flow_function(flow)->reg_count + 1;
    return (Trail){.seen = calloc(room, sizeof(bool)), .registers = calloc(room, sizeof(uint32_t))};
}

static void trail_free(Trail *trail)
{
    free(trail->seen);
    free(trail->registers);
}

/* Can all reads of the access's variable be found here? */
static bool is_whole(const Flow *flow, const PtxInst *access)
{
    FlowBase base = base_of(flow, access);
    return stands_alone(flow_function(flow)) &&
           (base.kind == FLOW_SYMBOL || base.kind == FLOW_PARAM);
}

/* A strong read that may be of the access's variable, though not of another member beside it. */
static bool reads_too(const Flow *flow, const PtxInst *inst, const PtxInst *access)
{
    const PtxOperand *from = is_strong_read(inst) ? flow_address_of(inst) : NULL;
    return from && !are_members(flow, from, flow_address_of(access)) &&
           may_be_same(flow_address(flow, from), base_of(flow, access));
}

bool steer_is_data(const Flow *flow, const PtxInst *access)
{
    const PtxFunction *function = flow_function(flow);
    if (!is_whole(flow, access))
        return false;
    Trail trail = trail_new(flow);
    bool data = trail.seen && trail.registers;
    for (uint32_t i = 0; data && i < function->inst_count; i++)
        if (reads_too(flow, &function->insts[i], access))
            data = !decides(flow, &function->insts[i], &trail);
    trail_free(&trail);
    return data;
}

bool steer_mixes(const Flow *flow, const PtxInst *access)
{
    const PtxFunction *function = flow_function(flow);
    if (!flow_address_of(access) || !is_whole(flow, access))
        return false;
    Trail trail = trail_new(flow);
    bool known = trail.seen && trail.registers, decisive = false, mild = false;
    for (uint32_t i = 0; known && !(decisive && mild) && i < function->inst_count; i++) {
        const PtxInst *inst = &function->insts[i];
        if (!reads_too(flow, inst, access))
            continue;
        if (inst->op == PTX_OP_ATOM || decides(flow, inst, &trail))
            decisive = true;
        else
            mild |= ptx_has(inst, PTX_MOD_VOLATILE);
    }
    trail_free(&trail);
    return decisive && mild;
}

bool steer_decides(const Flow *flow, const PtxInst *load)
{
    Trail trail = trail_new(flow);
    bool decided = trail.seen && trail.registers && decides(flow, load, &trail);
    trail_free(&trail);
    return decided;
}

/* What a look back along straight code does not pass: who comes from elsewhere has done other
 * things. */
static bool ends_line(const PtxInst *inst)
{
    return inst->op == PTX_OP_BAR || inst->op == PTX_OP_BARRIER || inst->op == PTX_OP_CALL ||
           inst->op == PTX_OP_BRA || inst->op == PTX_OP_BRX;
}

static bool is_strong_write(const PtxInst *inst)
{
    return inst->op == PTX_OP_ATOM || inst->op == PTX_OP_RED ||
           (inst->op == PTX_OP_ST &&
            (ptx_has(inst, PTX_MOD_VOLATILE) || ptx_has(inst, PTX_MOD_RELAXED) ||
             ptx_has(inst, PTX_MOD_RELEASE)));
}

/* Does a sequence lock's count or a flag go before this fence? */
static bool follows_strong_write(const PtxFunction *function, const PtxInst *fence)
{
    for (const PtxInst *inst = fence; inst-- > function->insts && !ends_line(inst);)
        if (is_strong_write(inst))
            return true;
    return false;
}

/* Of the store's variable, but from another place in it. */
static bool reads_neighbour(const Flow *flow, const PtxInst *inst, const PtxInst *store)
{
    const PtxOperand *from = flow_address_of(inst), *to = flow_address_of(store);
    if (inst->op != PTX_OP_LD || !is_strong_read(inst) || !from || !to)
        return false;
    FlowBase there = flow_address(flow, from), here = flow_address(flow, to);
    return (here.kind == FLOW_PARAM || here.kind == FLOW_SYMBOL) && there.kind == here.kind &&
           there.symbol == here.symbol && there.offset == here.offset &&
           (from->reg != to->reg || from->symbol != to->symbol || from->imm != to->imm);
}

bool steer_is_fenced(const Flow *flow, const PtxInst *store)
{
    const PtxFunction *function = flow_function(flow);
    bool hands_on = false; /* what it has just been handed: then the fence is for that */
    for (const PtxInst *inst = store; inst-- > function->insts;) {
        if (inst->op == PTX_OP_MEMBAR || inst->op == PTX_OP_FENCE)
            return !hands_on || follows_strong_write(function, inst);
        if (ends_line(inst) || inst->op == PTX_OP_ATOM || inst->op == PTX_OP_RED)
            return false;
        hands_on |= reads_neighbour(flow, inst, store);
    }
    return false;
}

bool steer_is_used(const Flow *flow, const PtxInst *atomic)
{
    const PtxFunction *function = flow_function(flow);
    if (atomic->operand_count == 0 || atomic->operands[0].kind != PTX_OPERAND_REG)
        return true;
    for (uint32_t i = 0; i < function->inst_count; i++) {
        const PtxInst *inst = &function->insts[i];
        if (inst->guard == atomic->operands[0].reg || uses(inst, atomic->operands[0].reg))
            return true;
    }
    return false;
}
