/* Forms of branches in machine code, found by compiling bodies of all lengths. */
#include "observe/branch_form.h"

#include "observe/expansion.h"
#include "observe/inst_class.h"
#include "observe/inst_cost.h"

/* Machine instructions of a body that a predicate is put before: more of them where there is
 * something to do while they wait, which is a load from global memory, or enough behind the body.
 */
enum {
    BODY_MAX = 8,
    ROOMY_BODY_MAX = 19,
    WAY_MAX = 6, /* each of two */
    WAYS_MAX = 17,
    TAIL_LEAST = 3,
    LAST_TAIL_LEAST = 6
};

static bool is_exit(const PtxFunction *function, uint32_t target)
{
    if (target >= function->inst_count)
        return function->is_entry;
    uint16_t op = function->insts[target].op;
    return op == PTX_OP_EXIT || (op == PTX_OP_RET && function->is_entry);
}

static bool is_entered(const PtxFunction *function, uint32_t from, uint32_t to)
{
    for (uint32_t i = 0; i < function->label_count; i++)
        if (function->labels[i].inst >= from && function->labels[i].inst < to)
            return true;
    return false;
}

static bool is_special(const PtxInst *inst)
{
    return inst->op == PTX_OP_MOV && inst->operand_count > 1 &&
           inst->operands[1].kind == PTX_OPERAND_SPECIAL;
}

static bool reads_the_same(const PtxInst *a, const PtxInst *b)
{
    return is_special(a) && a->operands[1].special == b->operands[1].special &&
           a->operands[1].component == b->operands[1].component;
}

/* Whether a register of the machine's own is read whichever way the branch goes, in the straight
 * code before it at the function's start or behind its body, and so before it. */
static bool is_read_anyway(const PtxFunction *function, const PtxInst *inst, uint32_t from,
                           uint32_t to)
{
    for (uint32_t i = 0; i < from && function->insts[i].op != PTX_OP_BRA; i++)
        if (reads_the_same(&function->insts[i], inst))
            return true;
    for (uint32_t i = to; i < function->inst_count && function->insts[i].op != PTX_OP_BRA; i++)
        if (reads_the_same(&function->insts[i], inst))
            return true;
    return false;
}

/* What never stands behind a predicate in place of a branch, or is many instructions. */
static bool needs_branch(const PtxInst *inst)
{
    InstClass class = inst_class(inst);
    if (inst->op == PTX_OP_DIV || inst->op == PTX_OP_REM || expansion_of(inst))
        return true;
    if (class == INST_MEMORY && inst->op == PTX_OP_CP)
        return !ptx_has(inst, PTX_MOD_ASYNC) || ptx_has(inst, PTX_MOD_BULK);
    if (class == INST_MEMORY)
        return inst->op != PTX_OP_LD && inst->op != PTX_OP_ST;
    if (inst->op == PTX_OP_BAR && ptx_has(inst, PTX_MOD_WARP))
        return true;
    return class == INST_CONTROL || class == INST_INTER_THREAD || inst->guard != PTX_NO_REG;
}

static bool loads_global(const PtxInst *inst)
{
    return inst->op == PTX_OP_LD && inst->space == PTX_SPACE_GLOBAL;
}

bool branch_has_work_behind(const PtxFunction *function, uint32_t from, bool loads, uint32_t sm)
{
    uint32_t length = 0, i = from;
    for (; i < function->inst_count; i++) {
        const PtxInst *inst = &function->insts[i];
        if (inst->op == PTX_OP_BRA || inst->op == PTX_OP_RET || inst->op == PTX_OP_EXIT ||
            (i > from && is_entered(function, i, i + 1)))
            break;
        length += inst_cost(function, inst, sm);
        if (loads_global(inst) || length >= LAST_TAIL_LEAST)
            return true;
    }
    return length >= (is_exit(function, i) && !loads ? LAST_TAIL_LEAST : TAIL_LEAST);
}

enum { TOO_LONG = 1000 };

/* Machine instructions of the straight code [from, to). */
static uint32_t length_of(const PtxFunction *function, uint32_t from, uint32_t to, uint32_t sm,
                          bool *loads)
{
    uint32_t length = 0;
    for (uint32_t i = from; i < to && length <= ROOMY_BODY_MAX; i++) {
        if (needs_branch(&function->insts[i]))
            return TOO_LONG;
        *loads |= loads_global(&function->insts[i]);
        length += inst_cost(function, &function->insts[i], sm);
        length -= is_special(&function->insts[i]) &&
                  is_read_anyway(function, &function->insts[i], from, to);
    }
    return length;
}

static bool is_short(const PtxFunction *function, uint32_t from, uint32_t to, uint32_t sm)
{
    bool loads = false;
    uint32_t length = length_of(function, from, to, sm, &loads);
    return length <= BODY_MAX ||
           (length <= ROOMY_BODY_MAX && branch_has_work_behind(function, to, loads, sm));
}

static bool is_jump(const PtxInst *inst)
{
    return inst->op == PTX_OP_BRA && inst->guard == PTX_NO_REG && inst->operand_count > 0 &&
           inst->operands[0].kind == PTX_OPERAND_LABEL;
}

/* Where the second of two ways ends, of which the first is [from, to) and jumps around it; 0: they
 * are not as short as to have predicates both. */
static uint32_t end_of_ways(const PtxFunction *function, uint32_t from, uint32_t to, uint32_t sm)
{
    const PtxInst *jump = &function->insts[to - 1];
    bool loads = false;
    if (to <= from || !is_jump(jump) || jump->operands[0].label <= to ||
        jump->operands[0].label >= function->inst_count)
        return 0;
    uint32_t end = jump->operands[0].label;
    if (is_entered(function, to + 1, end) || is_exit(function, end))
        return 0;
    uint32_t first = length_of(function, from, to - 1, sm, &loads);
    uint32_t second = length_of(function, to, end, sm, &loads);
    bool fits = first + second <= WAYS_MAX && branch_has_work_behind(function, end, loads, sm);
    return fits || (first <= WAY_MAX && second <= WAY_MAX) ? end : 0;
}

/* "@p bra A; bra B; A: body B:" is the same as "@!p bra B; body B:". */
static void find_body(const PtxFunction *function, uint32_t index, uint32_t *from, uint32_t *to)
{
    *from = index + 1;
    *to = function->insts[index].operands[0].label;
    const PtxInst *next = *from < function->inst_count ? &function->insts[*from] : NULL;
    if (*to != index + 2 || !next || !is_jump(next))
        return;
    *from = *to;
    *to = next->operands[0].label;
}

/* A body or two ways that the branch goes around and that have predicates: [*from, *to). */
static bool has_predicates(const PtxFunction *function, uint32_t index, uint32_t sm, uint32_t *from,
                           uint32_t *to)
{
    find_body(function, index, from, to);
    if (*to <= *from || is_entered(function, *from + (*from != index + 1), *to))
        return false;
    uint32_t end = end_of_ways(function, *from, *to, sm);
    *to = end ? end : *to;
    return end || is_short(function, *from, *to, sm);
}

static bool is_half_of_branch(const PtxFunction *function, uint32_t index)
{
    const PtxInst *before = index > 0 ? &function->insts[index - 1] : NULL;
    return before && before->op == PTX_OP_BRA && before->guard != PTX_NO_REG &&
           before->operand_count > 0 && before->operands[0].kind == PTX_OPERAND_LABEL &&
           before->operands[0].label == index + 1;
}

/* Whether the jump ends the first of two ways that have predicates. */
static bool is_between_ways(const PtxFunction *function, uint32_t index, uint32_t sm)
{
    uint32_t from, to, first = index > ROOMY_BODY_MAX * 2 ? index - ROOMY_BODY_MAX * 2 : 0;
    for (uint32_t i = index; i-- > first;) {
        const PtxInst *inst = &function->insts[i];
        if (inst->op != PTX_OP_BRA || inst->guard == PTX_NO_REG)
            continue;
        find_body(function, i, &from, &to);
        return to == index + 1 && has_predicates(function, i, sm, &from, &to) && to > index + 1;
    }
    return false;
}

/* A way that ends where another one begins goes around that one, unless nothing stands there that
 * is not done before. */
static BranchForm jump_form(const PtxFunction *function, const PtxInst *inst, uint32_t sm)
{
    uint32_t index = (uint32_t)(inst - function->insts), to = inst->operands[0].label, length = 0;
    if (is_exit(function, to) || is_half_of_branch(function, index))
        return BRANCH_NONE;
    if (is_between_ways(function, index, sm))
        return BRANCH_NONE;
    for (uint32_t i = index + 1; i < to && length == 0; i++)
        length += inst_cost(function, &function->insts[i], sm);
    return to > index && length == 0 ? BRANCH_NONE : BRANCH_ALWAYS;
}

/* Bulk copies that a barrier counts, and reductions, are begun by one lane after the other. */
static bool is_begun_in_turn(const PtxInst *inst)
{
    bool bulk = inst->op == PTX_OP_CP && ptx_has(inst, PTX_MOD_BULK) &&
                !ptx_has(inst, PTX_MOD_PREFETCH) && inst->operand_count > 1;
    return bulk && (ptx_has(inst, PTX_MOD_REDUCE) || ptx_has(inst, PTX_MOD_COMPLETE_TX_BYTES));
}

BranchForm branch_form(const PtxFunction *function, const PtxInst *inst, uint32_t sm,
                       uint32_t *from, uint32_t *to)
{
    if (function->inst_count == 0 || inst < function->insts ||
        inst >= function->insts + function->inst_count)
        return BRANCH_NONE; /* the device's own code */
    if (inst->op == PTX_OP_CALL || (inst->op == PTX_OP_RET && !function->is_entry) ||
        is_begun_in_turn(inst))
        return BRANCH_ALWAYS;
    if (inst->op != PTX_OP_BRA || inst->operand_count == 0 ||
        inst->operands[0].kind != PTX_OPERAND_LABEL)
        return BRANCH_NONE;
    if (inst->guard == PTX_NO_REG)
        return jump_form(function, inst, sm);
    uint32_t index = (uint32_t)(inst - function->insts);
    if (is_exit(function, inst->operands[0].label))
        return BRANCH_EXIT;
    find_body(function, index, from, to);
    bool inverted = *from != index + 1;
    if (inverted && is_exit(function, *to))
        return BRANCH_EXIT;
    return has_predicates(function, index, sm, from, to) ? BRANCH_PREDICATES : BRANCH_PLAIN;
}
