/* The proof that blocks keep apart: all that a kernel may do, and where its accesses lie. */
#include "sim/engine/apart.h"

#include <stdlib.h>

#include "ptx/effect.h"
#include "ptx/space.h"
#include "sim/engine/apart_state.h"

enum {
    INSTS_MOST = 2000,
    REGS_MOST = 4000,
    STEPS_MOST = 2000,     /* of two blocks' accesses */
    ALL_STEPS_MOST = 20000 /* of all accesses of threads */
};

/* Instructions that do nothing but compute, or order and jump within a block. */
static const bool harmless[PTX_OP_COUNT] = {
    [PTX_OP_ADD] = true,        [PTX_OP_SUB] = true,       [PTX_OP_MUL] = true,
    [PTX_OP_MAD] = true,        [PTX_OP_MUL24] = true,     [PTX_OP_MAD24] = true,
    [PTX_OP_SAD] = true,        [PTX_OP_DIV] = true,       [PTX_OP_REM] = true,
    [PTX_OP_ABS] = true,        [PTX_OP_NEG] = true,       [PTX_OP_MIN] = true,
    [PTX_OP_MAX] = true,        [PTX_OP_POPC] = true,      [PTX_OP_CLZ] = true,
    [PTX_OP_BFIND] = true,      [PTX_OP_FNS] = true,       [PTX_OP_BREV] = true,
    [PTX_OP_BFE] = true,        [PTX_OP_BFI] = true,       [PTX_OP_BMSK] = true,
    [PTX_OP_SZEXT] = true,      [PTX_OP_DP4A] = true,      [PTX_OP_DP2A] = true,
    [PTX_OP_ADDC] = true,       [PTX_OP_SUBC] = true,      [PTX_OP_MADC] = true,
    [PTX_OP_TESTP] = true,      [PTX_OP_COPYSIGN] = true,  [PTX_OP_FMA] = true,
    [PTX_OP_RCP] = true,        [PTX_OP_SQRT] = true,      [PTX_OP_RSQRT] = true,
    [PTX_OP_SIN] = true,        [PTX_OP_COS] = true,       [PTX_OP_LG2] = true,
    [PTX_OP_EX2] = true,        [PTX_OP_TANH] = true,      [PTX_OP_SET] = true,
    [PTX_OP_SETP] = true,       [PTX_OP_SELP] = true,      [PTX_OP_SLCT] = true,
    [PTX_OP_AND] = true,        [PTX_OP_OR] = true,        [PTX_OP_XOR] = true,
    [PTX_OP_NOT] = true,        [PTX_OP_CNOT] = true,      [PTX_OP_LOP3] = true,
    [PTX_OP_SHF] = true,        [PTX_OP_SHL] = true,       [PTX_OP_SHR] = true,
    [PTX_OP_MOV] = true,        [PTX_OP_SHFL] = true,      [PTX_OP_PRMT] = true,
    [PTX_OP_CVTA] = true,       [PTX_OP_CVT] = true,       [PTX_OP_ISSPACEP] = true,
    [PTX_OP_BRA] = true,        [PTX_OP_RET] = true,       [PTX_OP_EXIT] = true,
    [PTX_OP_BAR] = true,        [PTX_OP_BARRIER] = true,   [PTX_OP_MEMBAR] = true,
    [PTX_OP_FENCE] = true,      [PTX_OP_VOTE] = true,      [PTX_OP_MATCH] = true,
    [PTX_OP_ACTIVEMASK] = true, [PTX_OP_REDUX] = true,     [PTX_OP_ELECT] = true,
    [PTX_OP_MOVMATRIX] = true,  [PTX_OP_MMA] = true,       [PTX_OP_TRAP] = true,
    [PTX_OP_PREFETCH] = true,   [PTX_OP_PREFETCHU] = true,
};

bool apart_is_defined(const Apart *apart, uint32_t reg, uint32_t at)
{
    const uint32_t def = apart->defs[reg];
    if (def >= APART_MANY_DEFS)
        return false;
    const uint32_t there = apart->code.block_of[def], here = apart->code.block_of[at];
    return there == here ? def < at : dominates(&apart->code, there, here);
}

/* -- what is written by one instruction only */

static void count_defs(Apart *apart, const PtxOperand *operand, uint32_t inst)
{
    if (operand->kind == PTX_OPERAND_REG) {
        const bool always = apart->function->insts[inst].guard == PTX_NO_REG;
        const bool first = apart->defs[operand->reg] == APART_NO_DEF;
        apart->defs[operand->reg] = always && first ? inst : APART_MANY_DEFS;
    }
    for (uint32_t i = 0; i < operand->item_count; i++)
        count_defs(apart, &operand->items[i], inst);
}

static void find_defs(Apart *apart)
{
    const PtxFunction *function = apart->function;
    for (uint32_t i = 0; i < function->reg_count; i++)
        apart->defs[i] = APART_NO_DEF;
    for (uint32_t i = 0; i < function->inst_count; i++)
        if (ptx_has_result(&function->insts[i]) && function->insts[i].operand_count &&
            function->insts[i].operands[0].kind != PTX_OPERAND_ADDRESS)
            count_defs(apart, &function->insts[i].operands[0], i);
}

/* -- what is known at the begin of a block */

static const Bound *bounds_at(Apart *apart, uint32_t index)
{
    const CodeBlock *block = &apart->code.blocks[index];
    const CodeBlock *above = &apart->code.blocks[block->above];
    const PtxInst *last = &apart->function->insts[above->end - 1];
    if (above == block)
        return NULL;
    const Bound *bounds = apart->bounds[block->above];
    const bool taken = above->taken == index;
    if (block->ways != 1 || last->guard == PTX_NO_REG || (!taken && above->fall != index) ||
        (last->op != PTX_OP_BRA && last->op != PTX_OP_RET && last->op != PTX_OP_EXIT &&
         last->op != PTX_OP_TRAP))
        return bounds;
    apart->at = above->end - 1;
    return apart_assume(apart, bounds, last->guard, taken != last->guard_negate);
}

/* -- accesses */

/* Whether what is stored there is the device's own, and at one address only. */
static bool is_private(const Apart *apart, const Reached *reached)
{
    const SimMemory *memory = apart->launch->memory;
    const Wide size = reached->range.high + reached->bytes - reached->range.low;
    const uint64_t begin = (uint64_t)reached->range.low;
    const SimAlloc *alloc = sim_memory_find(memory, begin, (uint64_t)size);
    return alloc && (alloc->kind == SIM_ALLOC_DEVICE || alloc->kind == SIM_ALLOC_MODULE) &&
           !alloc->read_only && !alloc->of_file && !alloc->foreign &&
           !sim_memory_is_reserved((SimMemory *)memory, begin, 1);
}

static bool reach(Apart *apart, const PtxInst *inst, const PtxOperand *address, uint32_t bytes,
                  bool store)
{
    const Bound *bounds = apart->bounds[apart->code.block_of[apart->at]];
    PtxOperand base = *address;
    base.kind = address->reg != PTX_NO_REG ? PTX_OPERAND_REG : PTX_OPERAND_SYMBOL;
    if (apart->reached_count == APART_ACCESSES || address->kind != PTX_OPERAND_ADDRESS)
        return false;
    if (address->reg != PTX_NO_REG &&
        ptx_type_bytes(apart->function->regs[address->reg].type) != sizeof(uint64_t))
        return false;
    if (inst->guard != PTX_NO_REG)
        bounds = apart_assume(apart, bounds, inst->guard, !inst->guard_negate);
    Reached *reached = &apart->reached[apart->reached_count];
    *reached = (Reached){.form = apart_operand(apart, &base), .bytes = bytes, .bounds = bounds};
    if (address->reg != PTX_NO_REG) {
        const Form offset = form_of(address->imm);
        reached->form = form_add(&reached->form, &offset);
    }
    if (!form_exact(&apart->space, bounds, &reached->form, 64, false, &reached->form))
        return false;
    reached->range = form_range(&apart->space, bounds, &reached->form);
    if (reached->range.high >> 48)
        return false;
    if (apart->part && (reached->range.high + bytes <= (Wide)apart->part->start ||
                        reached->range.low >= (Wide)apart->part->end))
        return true;
    apart->stores[apart->reached_count++] = store;
    return !store || apart->part || is_private(apart, reached);
}

static bool is_plain(const PtxInst *inst)
{
    static const PtxMod words[] = {PTX_MOD_VOLATILE, PTX_MOD_RELAXED, PTX_MOD_ACQUIRE,
                                   PTX_MOD_RELEASE,  PTX_MOD_MMIO,    PTX_MOD_BULK,
                                   PTX_MOD_ASYNC};
    for (uint32_t i = 0; i < sizeof(words) / sizeof(*words); i++)
        if (ptx_has(inst, words[i]))
            return false;
    return inst->type_count > 0;
}

static bool visit_access(Apart *apart, const PtxInst *inst)
{
    const bool store = inst->op == PTX_OP_ST;
    if (ptx_space_is_own(inst->space))
        return !ptx_has(inst, PTX_MOD_BULK) && !ptx_has(inst, PTX_MOD_ASYNC);
    if (!is_plain(inst) || inst->operand_count < 2)
        return false;
    const uint32_t bytes = ptx_type_bytes((PtxType)inst->types[inst->type_count - 1]);
    return reach(apart, inst, &inst->operands[!store], bytes * (inst->vector ? inst->vector : 1),
                 store);
}

/* cp.async: 4 to 16 bytes from global to shared memory; its other forms wait, or reach shared
 * memory only. */
static bool visit_copy(Apart *apart, const PtxInst *inst)
{
    if (ptx_has(inst, PTX_MOD_BULK) || inst->space == PTX_SPACE_GLOBAL)
        return false;
    if (inst->operand_count < 2)
        return true;
    return inst->operand_count >= 3 && inst->operands[2].kind == PTX_OPERAND_IMM &&
           reach(apart, inst, &inst->operands[1], (uint32_t)inst->operands[2].imm, false);
}

/* False: it may do what the proof knows nothing of. */
static bool is_understood(Apart *apart, const PtxInst *inst)
{
    switch (inst->op) {
    case PTX_OP_LD:
    case PTX_OP_LDU:
    case PTX_OP_ST:
        return visit_access(apart, inst);
    case PTX_OP_CP:
        return visit_copy(apart, inst);
    case PTX_OP_ATOM:
    case PTX_OP_RED:
    case PTX_OP_LDMATRIX:
    case PTX_OP_STMATRIX:
        return ptx_space_is_own(inst->space) && !ptx_has(inst, PTX_MOD_ASYNC);
    default:
        return harmless[inst->op];
    }
}

static bool visit(Apart *apart, const PtxInst *inst)
{
    return is_understood(apart, inst) ||
           (apart->part && apart->part->elsewhere(apart->part->state, inst));
}

static bool visit_block(Apart *apart, uint32_t index)
{
    const CodeBlock *block = &apart->code.blocks[index];
    apart->bounds[index] = bounds_at(apart, index);
    for (uint32_t i = block->first; i < block->end; i++) {
        const PtxInst *inst = &apart->function->insts[i];
        const PtxOperand *result = inst->operand_count ? &inst->operands[0] : NULL;
        apart->at = i;
        if (!visit(apart, inst))
            return false;
        if (result && result->kind == PTX_OPERAND_REG && apart->defs[result->reg] == i)
            apart->forms[result->reg] = apart_value(apart, inst);
    }
    return true;
}

static bool visit_all(Apart *apart)
{
    for (uint32_t i = 0; i < apart->code.order_count; i++)
        if (!visit_block(apart, apart->code.order[i]))
            return false;
    return true;
}

static bool none_meet(const Apart *apart)
{
    const uint32_t vars = apart->part ? FORM_INDEX_VARS : FORM_BLOCK_VARS;
    uint32_t steps = ALL_STEPS_MOST;
    for (uint32_t i = 0; i < apart->reached_count; i++)
        for (uint32_t k = 0; k < apart->reached_count; k++) {
            if (!apart->stores[i] || (k < i && apart->stores[k]))
                continue;
            if (!apart->part)
                steps = STEPS_MOST;
            if (reached_may_meet(&apart->space, &apart->reached[i], &apart->reached[k], vars,
                                 &steps))
                return false;
        }
    return true;
}

static FormSpace indices_of(const EngineLaunch *launch)
{
    const SimDim *grid = &launch->grid, *block = &launch->block;
    const uint32_t counts[FORM_INDEX_VARS] = {grid->x,  grid->y,  grid->z,
                                              block->x, block->y, block->z};
    FormSpace space = {.count = FORM_INDEX_VARS};
    for (uint32_t i = 0; i < FORM_INDEX_VARS; i++)
        space.range[i].high = (Wide)counts[i] - 1;
    return space;
}

static bool keep_apart(const EngineLaunch *launch, const ApartPart *part)
{
    const PtxFunction *function = launch->kernel;
    if (!function->inst_count || function->inst_count > INSTS_MOST ||
        function->reg_count > REGS_MOST)
        return false;
    for (uint32_t i = 0; i < function->inst_count; i++)
        if (function->insts[i].op == PTX_OP_BRX || (function->insts[i].op == PTX_OP_CALL && !part))
            return false;
    Apart *apart = malloc(sizeof(*apart));
    if (!apart)
        return false;
    apart->launch = launch;
    apart->part = part;
    apart->function = function;
    apart->space = indices_of(launch);
    apart->reached_count = apart->kept_count = 0;
    apart->defs = malloc((function->reg_count + 1) * sizeof(*apart->defs));
    apart->forms = calloc(function->reg_count + 1, sizeof(*apart->forms));
    apart->bounds = calloc(function->inst_count, sizeof(const Bound *));
    bool ok =
        dominators_find(function, &apart->code) && apart->defs && apart->forms && apart->bounds;
    if (ok) {
        find_defs(apart);
        ok = visit_all(apart) && none_meet(apart);
    }
    dominators_free(&apart->code);
    free(apart->defs);
    free(apart->forms);
    free(apart->bounds);
    free(apart);
    return ok;
}

bool blocks_keep_apart(const EngineLaunch *launch)
{
    return keep_apart(launch, NULL);
}

bool threads_keep_apart(const void *launch, uint64_t start, uint64_t end,
                        bool (*elsewhere)(void *state, const PtxInst *inst), void *state)
{
    const ApartPart part = {start, end, elsewhere, state};
    return keep_apart(launch, &part);
}
