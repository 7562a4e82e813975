/* Loops around an atomic operation that are left only when it has got what it wants. */
#include "observe/lock_wait.h"

#include <stdlib.h>

#include "observe/regions.h"
#include "observe/steer.h"

enum { LOOP_MOST = 96 };

/* What leads from an atomic operation back to it. */
typedef struct Way {
    const Flow *flow;
    const PtxInst *atomic;
    uint32_t seen[LOOP_MOST];
    uint32_t count;
} Way;

static bool takes(const PtxInst *inst)
{
    return inst->op == PTX_OP_ATOM && (ptx_has(inst, PTX_MOD_CAS) || ptx_has(inst, PTX_MOD_EXCH)) &&
           inst->vector <= 1;
}

/* A loop that reads what it expects anew each time updates a place, and waits for nobody. */
static bool is_constant(const Flow *flow, const PtxOperand *operand)
{
    if (operand->kind == PTX_OPERAND_IMM)
        return true;
    const PtxInst *made =
        operand->kind == PTX_OPERAND_REG ? flow_definition(flow, operand->reg) : NULL;
    return made && made->op == PTX_OP_MOV && made->operands[1].kind == PTX_OPERAND_IMM;
}

static bool is_same_place(const PtxInst *a, const PtxInst *b)
{
    const PtxOperand *one = flow_address_of(a), *other = flow_address_of(b);
    return takes(b) && one && other && one->reg == other->reg && one->symbol == other->symbol &&
           one->imm == other->imm;
}

/* Changes nothing that others see, nor where the atomic operation will try again. */
static bool is_idle(const Way *way, const PtxInst *inst)
{
    const PtxOperand *address = flow_address_of(way->atomic);
    switch (inst->op) {
    case PTX_OP_ATOM:
    case PTX_OP_CALL:
        return false;
    case PTX_OP_BRA:
    case PTX_OP_MEMBAR:
    case PTX_OP_FENCE:
    case PTX_OP_NANOSLEEP:
        return true;
    case PTX_OP_BAR:
        return ptx_has(inst, PTX_MOD_WARP);
    default:
        return flow_has_result(inst) && !flow_operand_has(&inst->operands[0], address->reg);
    }
}

static bool way_push(Way *way, uint32_t at)
{
    for (uint32_t i = 0; i < way->count; i++)
        if (way->seen[i] == at)
            return true;
    if (way->count == LOOP_MOST)
        return false;
    way->seen[way->count++] = at;
    return true;
}

static bool waits(const Flow *flow, const PtxInst *atomic, bool by_itself);

/* Does everything from here on lead back to the atomic operation? Where the compiler has put a
 * first try before the loop, to the one in the loop. */
static bool leads_back(Way *way, uint32_t from, bool by_itself)
{
    const PtxFunction *function = flow_function(way->flow);
    bool back = false;
    way->count = 0;
    way_push(way, from);
    for (uint32_t i = 0; i < way->count; i++) {
        uint32_t at = way->seen[i], to[2];
        const PtxInst *inst = at < function->inst_count ? &function->insts[at] : NULL;
        if (inst == way->atomic || (inst && !by_itself && is_same_place(way->atomic, inst) &&
                                    waits(way->flow, inst, true))) {
            back = true;
            continue;
        }
        if (!inst || !is_idle(way, inst))
            return false;
        for (uint32_t w = regions_ways(function, at, to); w-- > 0;)
            if (!way_push(way, to[w]))
                return false;
    }
    return back;
}

static bool is_made_of(const Flow *flow, uint32_t reg, uint32_t source, uint32_t depth)
{
    const PtxInst *made = reg == source ? NULL : flow_definition(flow, reg);
    if (!made || depth == 0 || flow_address_of(made))
        return reg == source;
    for (uint32_t i = 1; i < made->operand_count; i++)
        if (made->operands[i].kind == PTX_OPERAND_REG &&
            is_made_of(flow, made->operands[i].reg, source, depth - 1))
            return true;
    return false;
}

/* The branch that straight code behind the atomic operation comes to, if what was returned decides
 * it; or the function's end. */
static uint32_t branch_behind(Way *way)
{
    enum { STEPS = 24, DEPTH = 5 };
    const PtxFunction *function = flow_function(way->flow);
    uint32_t at = (uint32_t)(way->atomic - function->insts) + 1;
    for (uint32_t steps = 0; steps < STEPS && at < function->inst_count; steps++) {
        const PtxInst *inst = &function->insts[at];
        uint32_t to[2];
        if (!is_idle(way, inst))
            break;
        if (inst->op == PTX_OP_BRA && inst->guard != PTX_NO_REG)
            return is_made_of(way->flow, inst->guard, way->atomic->operands[0].reg, DEPTH)
                       ? at
                       : function->inst_count;
        if (regions_ways(function, at, to) != 1)
            break;
        at = to[0];
    }
    return function->inst_count;
}

static bool waits(const Flow *flow, const PtxInst *atomic, bool by_itself)
{
    const PtxFunction *function = flow_function(flow);
    Way way = {.flow = flow, .atomic = atomic};
    uint32_t to[2], branch = branch_behind(&way);
    if (branch == function->inst_count)
        return false;
    for (uint32_t w = regions_ways(function, branch, to); w-- > 0;)
        if (leads_back(&way, to[w], by_itself))
            return true;
    return false;
}

LockUse lock_use(const Flow *flow, const PtxInst *atomic)
{
    bool compares = ptx_has(atomic, PTX_MOD_CAS);
    if (!takes(atomic) || atomic->operands[0].kind != PTX_OPERAND_REG || !flow_address_of(atomic) ||
        (compares && !is_constant(flow, &atomic->operands[2])) || !steer_is_used(flow, atomic))
        return LOCK_UNUSED;
    return waits(flow, atomic, false) ? LOCK_WAITS : LOCK_TRIES;
}

/* What a kernel may come to. */
typedef struct Scan {
    FlowTable *flows;
    bool *seen; /* by the functions' numbers in their module */
} Scan;

static bool waits_in(Scan *scan, const PtxFunction *function)
{
    if (scan->seen[function->index])
        return false;
    scan->seen[function->index] = true;
    for (uint32_t i = 0; i < function->inst_count; i++) {
        const PtxInst *inst = &function->insts[i];
        const Flow *flow = takes(inst) ? flow_of(scan->flows, function) : NULL;
        if (flow && lock_use(flow, inst) == LOCK_WAITS)
            return true;
        for (uint32_t o = 0; inst->op == PTX_OP_CALL && o < inst->operand_count; o++)
            if (inst->operands[o].kind == PTX_OPERAND_FUNCTION &&
                waits_in(scan, inst->operands[o].function))
                return true;
    }
    return false;
}

bool lock_is_waited_for(FlowTable *flows, const PtxModule *module, const PtxFunction *kernel)
{
    Scan scan = {flows, calloc((size_t)module->function_count + 1, sizeof *scan.seen)};
    bool found = scan.seen && waits_in(&scan, kernel);
    free(scan.seen);
    return found;
}
