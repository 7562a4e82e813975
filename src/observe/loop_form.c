/* Forms of loops, found by compiling bodies of all lengths. */
#include "observe/loop_form.h"

#include "observe/branch_form.h"
#include "observe/expansion.h"
#include "observe/inst_class.h"
#include "observe/inst_cost.h"

/* Machine instructions of a body that is unrolled: more of them where it loads, since the loads of
 * several rounds go together. */
enum {
    BODY_MAX = 18,
    LOADING_BODY_MAX = 47,
    SHARED_BODY_MAX = 97,
    FOR_SHARED_LOAD = 5,
    LAST_ROUND_MAX = 5, /* that has a predicate in place of a branch */
    LAST_ROOMY_MAX = 19,
    TOGETHER = 4,   /* rounds */
    WHOLE_MAX = 768 /* of all rounds of a loop whose number of rounds is known */
};

typedef struct Body {
    uint32_t cost, shared_loads;
    bool loads; /* from global memory */
    bool straight;
} Body;

/* Memory takes two of the others' places. */
static uint32_t weight(const PtxFunction *function, const PtxInst *inst, uint32_t sm)
{
    uint32_t cost = inst_cost(function, inst, sm);
    if (inst->op == PTX_OP_LD || inst->op == PTX_OP_ST)
        return 2;
    return cost > 1 && inst->op == PTX_OP_ADD ? 1 : cost;
}

static bool is_whole(const PtxInst *inst)
{
    switch (inst->op) {
    case PTX_OP_BRA:
    case PTX_OP_BRX:
    case PTX_OP_CALL:
    case PTX_OP_RET:
    case PTX_OP_EXIT:
    case PTX_OP_DIV:
    case PTX_OP_REM:
        return false;
    default:
        return !expansion_of(inst);
    }
}

static Body body_of(const PtxFunction *function, uint32_t from, uint32_t to, uint32_t sm)
{
    Body body = {.straight = true};
    for (uint32_t i = from; i < to && body.straight; i++) {
        const PtxInst *inst = &function->insts[i];
        body.straight = is_whole(inst) && body.cost <= SHARED_BODY_MAX;
        body.cost += weight(function, inst, sm);
        body.loads |= inst->op == PTX_OP_LD && inst->space == PTX_SPACE_GLOBAL;
        body.shared_loads += inst->op == PTX_OP_LD && inst->space == PTX_SPACE_SHARED;
    }
    for (uint32_t i = 0; i < function->label_count; i++) {
        const PtxLabel *label = &function->labels[i];
        if ((label->inst > from && label->inst <= to) || (label->inst == from && label->nounroll))
            body.straight = false;
    }
    return body;
}

static bool is_small(const Body *body)
{
    uint32_t most = BODY_MAX + 1 + FOR_SHARED_LOAD * body->shared_loads;
    if (body->loads)
        return body->cost <= LOADING_BODY_MAX;
    return body->shared_loads ? body->cost <= (most < SHARED_BODY_MAX ? most : SHARED_BODY_MAX)
                              : body->cost <= BODY_MAX;
}

static bool sets(const PtxInst *inst, uint32_t reg)
{
    return inst->operand_count && inst->operands[0].kind == PTX_OPERAND_REG &&
           inst->operands[0].reg == reg;
}

/* The one instruction of [from, to) that sets a register; NULL: there is none, or are more. */
static const PtxInst *setter(const PtxFunction *function, uint32_t from, uint32_t to, uint32_t reg)
{
    const PtxInst *found = NULL;
    for (uint32_t i = from; i < to; i++) {
        if (sets(&function->insts[i], reg) && found)
            return NULL;
        found = sets(&function->insts[i], reg) ? &function->insts[i] : found;
    }
    return found;
}

/* counter = counter + number */
static bool is_step(const PtxInst *inst, uint32_t counter)
{
    return inst && inst->op == PTX_OP_ADD && inst->guard == PTX_NO_REG &&
           inst->operand_count == 3 && inst->operands[1].kind == PTX_OPERAND_REG &&
           inst->operands[1].reg == counter && inst->operands[2].kind == PTX_OPERAND_IMM;
}

/* What decides about another round: a counter against what stays the same. */
static const PtxInst *condition_of(const PtxFunction *function, uint32_t from, uint32_t to)
{
    const PtxInst *test = setter(function, from, to, function->insts[to].guard);
    if (!test || test->op != PTX_OP_SETP || test->operand_count != 3 ||
        test->operands[1].kind != PTX_OPERAND_REG)
        return NULL;
    const PtxOperand *bound = &test->operands[2];
    bool stays = bound->kind == PTX_OPERAND_IMM ||
                 (bound->kind == PTX_OPERAND_REG && !setter(function, from, to, bound->reg));
    uint32_t counter = test->operands[1].reg;
    return stays && is_step(setter(function, from, to, counter), counter) ? test : NULL;
}

/* Whether a number stands in the register before the loop begins. */
static bool begins_with_number(const PtxFunction *function, uint32_t head, uint32_t reg)
{
    for (uint32_t i = head; i-- > 0;)
        if (sets(&function->insts[i], reg))
            return function->insts[i].op == PTX_OP_MOV && function->insts[i].operand_count > 1 &&
                   function->insts[i].operands[1].kind == PTX_OPERAND_IMM;
    return false;
}

LoopForm loop_form(const PtxFunction *function, const PtxInst *branch, uint32_t sm)
{
    LoopForm form = {0};
    uint32_t end = (uint32_t)(branch - function->insts);
    if (branch->op != PTX_OP_BRA || branch->guard == PTX_NO_REG || branch->operand_count == 0 ||
        branch->operands[0].kind != PTX_OPERAND_LABEL || branch->operands[0].label >= end)
        return form;
    uint32_t head = branch->operands[0].label;
    Body body = body_of(function, head, end, sm);
    const PtxInst *test = body.straight ? condition_of(function, head, end) : NULL;
    body.cost -= test ? 2 : 0; /* the step and the test are not counted */
    if (!test)
        return form;
    form.counted = test->operands[2].kind == PTX_OPERAND_IMM &&
                   begins_with_number(function, head, test->operands[1].reg);
    form.head = head;
    form.cost = body.cost;
    form.unrolled = form.counted || is_small(&body);
    if (!form.unrolled)
        return form;
    bool last_short =
        body.cost <= LAST_ROUND_MAX ||
        (body.cost <= LAST_ROOMY_MAX && branch_has_work_behind(function, end + 1, body.loads, sm));
    form.last = ptx_has(test, PTX_MOD_NE);
    form.fixed = form.last ? 4 : 3 - last_short;
    form.fixed -= body.cost <= 1; /* two rounds have a predicate as well */
    return form;
}

uint64_t loop_branches(const LoopForm *form, uint64_t rounds)
{
    if (form->counted)
        return rounds * (form->cost + 1) <= WHOLE_MAX ? 0 : rounds;
    return form->fixed + rounds / TOGETHER + (form->last ? rounds % 2 : 0);
}
