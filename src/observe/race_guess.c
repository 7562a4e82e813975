/* Follows what a load gives to all its uses: swaps, comparisons and sums for them are a guess's. */
#include "observe/race_guess.h"

#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 8, INSTS_MOST = 1 << 18 };

static bool is_swap(const PtxInst *inst)
{
    return inst->op == PTX_OP_ATOM && ptx_has(inst, PTX_MOD_CAS) && inst->operand_count == 4;
}

static bool has_swap(const PtxFunction *function, uint32_t depth, uint32_t *left)
{
    if (depth == 0 || function->inst_count > *left)
        return false;
    *left -= function->inst_count;
    for (uint32_t i = 0; i < function->inst_count; i++) {
        const PtxInst *inst = &function->insts[i];
        if (is_swap(inst))
            return true;
        for (uint32_t o = 0; inst->op == PTX_OP_CALL && o < inst->operand_count; o++)
            if (inst->operands[o].kind == PTX_OPERAND_FUNCTION &&
                has_swap(inst->operands[o].function, depth - 1, left))
                return true;
    }
    return false;
}

void guesses_begin(Guesses *guesses, const SimLaunchInfo *launch)
{
    uint32_t left = INSTS_MOST;
    *guesses = (Guesses){.any = has_swap(launch->kernel, DEEPEST, &left)};
}

/* Registers that hold what was made of the load, each to be looked at once. */
typedef struct Trail {
    bool *seen;
    uint32_t *registers;
    uint32_t count;
} Trail;

static void follow(Trail *trail, const PtxOperand *to)
{
    if (to->kind != PTX_OPERAND_REG || trail->seen[to->reg])
        return;
    trail->seen[to->reg] = true;
    trail->registers[trail->count++] = to->reg;
}

static bool is_same_place(const PtxOperand *a, const PtxOperand *b)
{
    return a && b && a->reg == b->reg && a->symbol == b->symbol && a->imm == b->imm;
}

typedef enum GuessUse { USE_HARMLESS, USE_COMPARED, USE_OTHER } GuessUse;

/* What becomes of a register in one instruction. */
static GuessUse use_of(const PtxInst *inst, uint32_t reg, const PtxOperand *place, Trail *trail)
{
    if (is_swap(inst) && is_same_place(flow_address_of(inst), place) &&
        !flow_operand_has(&inst->operands[1], reg))
        return flow_operand_has(&inst->operands[2], reg) ? USE_COMPARED : USE_HARMLESS;
    if (flow_address_of(inst) || inst->op == PTX_OP_CALL || inst->op == PTX_OP_BRX)
        return USE_OTHER;
    if (flow_has_result(inst))
        follow(trail, &inst->operands[0]);
    return USE_HARMLESS;
}

static bool has_operand(const PtxInst *inst, uint32_t reg)
{
    uint32_t first = flow_has_result(inst) ? 1 : 0;
    for (uint32_t i = first; i < inst->operand_count; i++)
        if (flow_operand_has(&inst->operands[i], reg))
            return true;
    return inst->guard == reg && flow_address_of(inst);
}

static bool is_guess(const Flow *flow, const PtxInst *load)
{
    const PtxFunction *function = flow_function(flow);
    const PtxOperand *place = flow_address_of(load);
    Trail trail = {.seen = calloc((size_t)function->reg_count + 1, sizeof *trail.seen),
                   .registers = calloc((size_t)function->reg_count + 1, sizeof(uint32_t))};
    bool harmless = place && trail.seen && trail.registers, compared = false;
    if (harmless)
        follow(&trail, &load->operands[0]);
    for (uint32_t at = 0; harmless && at < trail.count; at++)
        for (uint32_t i = 0; harmless && i < function->inst_count; i++) {
            const PtxInst *inst = &function->insts[i];
            if (!has_operand(inst, trail.registers[at]))
                continue;
            GuessUse use = use_of(inst, trail.registers[at], place, &trail);
            harmless = use != USE_OTHER;
            compared |= use == USE_COMPARED;
        }
    free(trail.seen);
    free(trail.registers);
    return harmless && compared;
}

bool guesses_have(Guesses *guesses, FlowTable *flows, const SimWarpInfo *warp,
                  const SimAccess *access)
{
    const PtxInst *load = access->inst;
    if (access->kind != SIM_ACCESS_LOAD || access->order != SIM_ORDER_WEAK || !load ||
        load->op != PTX_OP_LD || load != access->site.inst || !warp->function)
        return false;
    size_t at = (uintptr_t)load / sizeof *load % GUESSES;
    if (guesses->last[at].load != load) {
        const Flow *flow = flow_of(flows, warp->function);
        guesses->last[at].load = load;
        guesses->last[at].guess = flow && is_guess(flow, load);
    }
    return guesses->last[at].guess;
}
