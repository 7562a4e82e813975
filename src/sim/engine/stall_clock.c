/* Whether a loop that looks at a clock could be left because of what the clock says. */
#include "sim/engine/stall_clock.h"

#include <stdlib.h>
#include <string.h>

#include "ptx/effect.h"

static bool is_clock(const PtxOperand *operand)
{
    return operand->kind == PTX_OPERAND_SPECIAL && ptx_special_is_clock(operand->special);
}

static bool reads_clock(const PtxOperand *operand, const uint8_t *regs)
{
    bool holds = (operand->kind == PTX_OPERAND_REG || operand->kind == PTX_OPERAND_ADDRESS) &&
                 operand->reg != PTX_NO_REG && regs[operand->reg];
    for (uint32_t i = 0; i < operand->item_count && !holds; i++)
        holds = reads_clock(&operand->items[i], regs);
    return holds || is_clock(operand);
}

static bool depends(const PtxInst *inst, const uint8_t *regs)
{
    bool found = inst->guard != PTX_NO_REG && regs[inst->guard];
    for (uint32_t i = ptx_has_result(inst); i < inst->operand_count && !found; i++)
        found = reads_clock(&inst->operands[i], regs);
    return found || (ptx_has_result(inst) && inst->operands[0].kind == PTX_OPERAND_ADDRESS &&
                     reads_clock(&inst->operands[0], regs));
}

static bool mark(const PtxOperand *operand, uint8_t *regs)
{
    bool changed = operand->kind == PTX_OPERAND_REG && !regs[operand->reg];
    if (operand->kind == PTX_OPERAND_REG)
        regs[operand->reg] = 1;
    for (uint32_t i = 0; i < operand->item_count; i++)
        changed |= mark(&operand->items[i], regs);
    return changed;
}

/* Of the instructions in `within`, NULL: of all. Whether there are more such registers now. */
static bool spread(const PtxFunction *function, const uint8_t *within, uint8_t *regs)
{
    bool more = false;
    for (bool changed = true; changed; more |= changed) {
        changed = false;
        for (uint32_t i = 0; i < function->inst_count; i++) {
            const PtxInst *inst = &function->insts[i];
            if ((!within || within[i]) && ptx_has_result(inst) && depends(inst, regs))
                changed |= mark(&inst->operands[0], regs);
        }
    }
    return more;
}

void clock_trace_begin(ClockTrace *trace, const PtxFunction *function)
{
    bool reads = false;
    if (trace->known) {
        if (trace->seen)
            memset(trace->seen, 0, (size_t)function->inst_count + 1);
        return;
    }
    trace->known = true;
    for (uint32_t i = 0; i < function->inst_count && !reads; i++)
        for (uint32_t o = 0; o < function->insts[i].operand_count; o++)
            reads |= is_clock(&function->insts[i].operands[o]);
    if (!reads)
        return;
    trace->regs = calloc((size_t)function->reg_count + 1, 1);
    trace->seen = calloc((size_t)function->inst_count + 1, 1);
    if (!trace->regs || !trace->seen) { /* then the clock keeps its states apart */
        clock_trace_free(trace);
        trace->known = true;
        return;
    }
    spread(function, NULL, trace->regs);
}

void clock_trace_see(ClockTrace *trace, const PtxFunction *function, const PtxInst *inst)
{
    size_t index = (size_t)(inst - function->insts);
    if (trace->seen && inst >= function->insts && index < function->inst_count)
        trace->seen[index] = 1;
}

/* Nobody else notices that it is executed. */
static bool is_harmless(const PtxInst *inst)
{
    switch (inst->op) {
    case PTX_OP_MBARRIER:
        return ptx_has(inst, PTX_MOD_TEST_WAIT) || ptx_has(inst, PTX_MOD_TRY_WAIT);
    case PTX_OP_BRA:
    case PTX_OP_NANOSLEEP:
    case PTX_OP_LD:
    case PTX_OP_MEMBAR:
    case PTX_OP_FENCE:
        return true;
    case PTX_OP_ATOM:
    case PTX_OP_BAR:
    case PTX_OP_BARRIER:
    case PTX_OP_CALL:
    case PTX_OP_CP:
    case PTX_OP_SHFL:
    case PTX_OP_VOTE:
    case PTX_OP_MATCH:
    case PTX_OP_REDUX:
    case PTX_OP_ELECT:
    case PTX_OP_CLUSTERLAUNCHCONTROL:
    case PTX_OP_TRAP:
    case PTX_OP_BRKPT:
    case PTX_OP_RET:
    case PTX_OP_EXIT:
        return false;
    default:
        return ptx_has_result(inst) && inst->operands[0].kind == PTX_OPERAND_REG;
    }
}

typedef struct Walk {
    const PtxFunction *function;
    const uint8_t *seen;
    uint8_t *regs, *reached; /* copies that grow */
    bool out;
} Walk;

static bool reach(Walk *walk, uint32_t inst)
{
    walk->out |= inst >= walk->function->inst_count;
    if (walk->out || walk->reached[inst])
        return false;
    walk->reached[inst] = 1;
    return true;
}

/* From an instruction that is reached on. Whether something new came of it. */
static bool step(Walk *walk, uint32_t at)
{
    const PtxInst *inst = &walk->function->insts[at];
    bool fresh = !walk->seen[at], doubtful = depends(inst, walk->regs), changed = false;
    if (!is_harmless(inst) && (fresh || doubtful))
        walk->out = true;
    if (walk->out)
        return false;
    if (fresh && ptx_has_result(inst))
        changed |= mark(&inst->operands[0], walk->regs);
    if (inst->op == PTX_OP_BRA) {
        if (!fresh && !doubtful)
            return changed;
        for (uint32_t o = 0; o < inst->operand_count; o++)
            if (inst->operands[o].kind == PTX_OPERAND_LABEL)
                changed |= reach(walk, inst->operands[o].label);
        return inst->guard == PTX_NO_REG ? changed : reach(walk, at + 1) || changed;
    }
    return (fresh && reach(walk, at + 1)) || changed;
}

bool clock_trace_leads_out(const ClockTrace *trace, const PtxFunction *function)
{
    size_t insts = (size_t)function->inst_count + 1, regs = (size_t)function->reg_count + 1;
    Walk walk = {.function = function, .seen = trace->seen};
    if (!trace->seen)
        return false;
    walk.regs = malloc(regs);
    walk.reached = malloc(insts);
    walk.out = !walk.regs || !walk.reached;
    if (!walk.out) {
        memcpy(walk.regs, trace->regs, regs);
        memcpy(walk.reached, trace->seen, insts);
    }
    for (bool changed = true; changed && !walk.out;) {
        changed = false;
        for (uint32_t i = 0; i < function->inst_count && !walk.out; i++)
            if (walk.reached[i])
                changed |= step(&walk, i);
        changed |= spread(function, walk.reached, walk.regs);
    }
    free(walk.regs);
    free(walk.reached);
    return walk.out;
}

void clock_trace_free(ClockTrace *trace)
{
    free(trace->regs);
    free(trace->seen);
    *trace = (ClockTrace){0};
}
