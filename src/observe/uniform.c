/* Divergence of values: what depends on the lane, on what only some lanes execute, or on what is
 * known at run time only, spreads to all that is computed from it. */
#include "observe/uniform.h"

#include <stdlib.h>

#include "observe/flow.h"
#include "ptx/effect.h"

typedef struct Search {
    Uniform *uniform;
    const PtxFunction *function;
    uint32_t sm;
    uint8_t *definitions; /* by register: 0, 1, 2 or more */
    bool changed;
} Search;

static bool is_apart(const Uniform *uniform, uint32_t reg)
{
    return uniform->apart[reg / 64] >> reg % 64 & 1;
}

static bool special_is_apart(PtxSpecial special)
{
    switch (special) {
    case PTX_SPECIAL_TID:
    case PTX_SPECIAL_LANEID:
    case PTX_SPECIAL_WARPID:
    case PTX_SPECIAL_SMID:
    case PTX_SPECIAL_LANEMASK_EQ:
    case PTX_SPECIAL_LANEMASK_LE:
    case PTX_SPECIAL_LANEMASK_LT:
    case PTX_SPECIAL_LANEMASK_GE:
    case PTX_SPECIAL_LANEMASK_GT:
        return true;
    default:
        return ptx_special_is_clock(special);
    }
}

bool uniform_operand(const Uniform *uniform, const PtxOperand *operand)
{
    if (operand->kind == PTX_OPERAND_SPECIAL)
        return !special_is_apart((PtxSpecial)operand->special);
    if ((operand->kind == PTX_OPERAND_REG || operand->kind == PTX_OPERAND_ADDRESS) &&
        operand->reg != PTX_NO_REG && is_apart(uniform, operand->reg))
        return false;
    for (uint32_t i = 0; i < operand->item_count; i++)
        if (!uniform_operand(uniform, &operand->items[i]))
            return false;
    return true;
}

/* The same for all lanes if the address is, and the memory is not each lane's own. */
static bool load_is_apart(const Search *search, const PtxInst *inst)
{
    const PtxOperand *from = flow_address_of(inst);
    if (inst->space == PTX_SPACE_LOCAL || !from)
        return true;
    if (inst->space != PTX_SPACE_PARAM)
        return false;
    for (uint32_t i = 0; search->function->is_entry && i < search->function->param_count; i++)
        if (search->function->params[i] == from->symbol)
            return false;
    return true; /* another function's argument or result */
}

/* Whether the result may differ between lanes though all that is read is the same. */
static bool inst_is_apart(const Search *search, const PtxInst *inst)
{
    switch (inst->op) {
    case PTX_OP_LD:
    case PTX_OP_LDU:
        return load_is_apart(search, inst);
    case PTX_OP_SHFL: /* one lane's value for all is known as such from compute capability 9.0 on */
    case PTX_OP_VOTE:
        return search->sm < 90;
    case PTX_OP_ATOM:
    case PTX_OP_CALL:
    case PTX_OP_MATCH:
    case PTX_OP_ACTIVEMASK:
    case PTX_OP_ELECT:
    case PTX_OP_LDMATRIX:
    case PTX_OP_MMA:
    case PTX_OP_WMMA:
        return true;
    default:
        return false;
    }
}

static bool reads_apart(const Search *search, const PtxInst *inst)
{
    const Uniform *uniform = search->uniform;
    if (inst->guard != PTX_NO_REG && is_apart(uniform, inst->guard))
        return true;
    if (inst->op == PTX_OP_VOTE)
        return false;
    /* shfl.idx: whose value it is decides, not the values */
    uint32_t first = inst->op == PTX_OP_SHFL ? 2 : 1;
    if (inst->op == PTX_OP_SHFL && !ptx_has(inst, PTX_MOD_IDX))
        return true;
    for (uint32_t i = first; i < inst->operand_count; i++)
        if (!uniform_operand(uniform, &inst->operands[i]))
            return true;
    return false;
}

static void set_apart(Search *search, uint32_t reg)
{
    search->changed |= !is_apart(search->uniform, reg);
    search->uniform->apart[reg / 64] |= UINT64_C(1) << reg % 64;
}

typedef void RegVisit(Search *search, uint32_t reg);

static void visit_results(Search *search, const PtxInst *inst, RegVisit *visit)
{
    if (!flow_has_result(inst))
        return;
    const PtxOperand *to = &inst->operands[0];
    if (to->kind == PTX_OPERAND_REG)
        visit(search, to->reg);
    for (uint32_t i = 0; i < to->item_count; i++)
        if (to->items[i].kind == PTX_OPERAND_REG)
            visit(search, to->items[i].reg);
}

static void count_definition(Search *search, uint32_t reg)
{
    search->definitions[reg] += search->definitions[reg] < 2;
}

static void part_if_joined(Search *search, uint32_t reg)
{
    if (search->definitions[reg] > 1)
        set_apart(search, reg);
}

/* Lanes part at this branch: what is defined there and elsewhere differs afterwards, and what a
 * loop that they leave one by one carries along. */
static void part_ways(Search *search, uint32_t branch)
{
    const PtxInst *inst = &search->function->insts[branch];
    if (inst->op != PTX_OP_BRA || inst->guard == PTX_NO_REG || inst->operand_count == 0 ||
        inst->operands[0].kind != PTX_OPERAND_LABEL || !is_apart(search->uniform, inst->guard))
        return;
    uint32_t target = inst->operands[0].label;
    uint32_t from = target > branch ? branch + 1 : target, to = target > branch ? target : branch;
    for (uint32_t i = from; i < to && i < search->function->inst_count; i++)
        visit_results(search, &search->function->insts[i], part_if_joined);
}

static void spread(Search *search)
{
    const PtxFunction *function = search->function;
    for (search->changed = true; search->changed;) {
        search->changed = false;
        for (uint32_t i = 0; i < function->inst_count; i++) {
            const PtxInst *inst = &function->insts[i];
            if (inst_is_apart(search, inst) || reads_apart(search, inst))
                visit_results(search, inst, set_apart);
            part_ways(search, i);
        }
    }
}

bool uniform_find(const PtxFunction *function, uint32_t sm, Uniform *out)
{
    Search search = {.uniform = out, .function = function, .sm = sm};
    *out = (Uniform){.function = function,
                     .apart = calloc((size_t)function->reg_count / 64 + 1, sizeof *out->apart)};
    search.definitions = calloc((size_t)function->reg_count + 1, 1);
    if (!out->apart || !search.definitions) {
        free(search.definitions);
        uniform_free(out);
        return false;
    }
    for (uint32_t i = 0; i < function->inst_count; i++)
        visit_results(&search, &function->insts[i], count_definition);
    spread(&search);
    free(search.definitions);
    return true;
}

void uniform_free(Uniform *uniform)
{
    free(uniform->apart);
    *uniform = (Uniform){0};
}
