/* Found from the function's end to its start, since what uses a result may be done later itself. */
#include "observe/sunk.h"

#include <stdlib.h>

#include "observe/branch_form.h"
#include "observe/flow.h"
#include "observe/inst_class.h"

/* Of a register: how often it is set, and where it is read first and last. */
typedef struct Uses {
    uint32_t set, first, last;
} Uses;

typedef struct Search {
    const PtxFunction *function;
    uint32_t sm;
    Uses *uses;
    uint32_t *place; /* by instruction */
    uint8_t *label;  /* by instruction: whether one stands before it */
} Search;

static void note_read(Search *search, uint32_t reg, uint32_t place)
{
    Uses *uses = reg < search->function->reg_count ? &search->uses[reg] : NULL;
    if (!uses)
        return;
    uses->first = place < uses->first ? place : uses->first;
    uses->last = place > uses->last ? place : uses->last;
}

static void note_operand(Search *search, const PtxOperand *operand, uint32_t place, bool is_set)
{
    if (operand->kind == PTX_OPERAND_REG && is_set && operand->reg < search->function->reg_count)
        search->uses[operand->reg].set++;
    else if (operand->kind == PTX_OPERAND_REG || operand->kind == PTX_OPERAND_ADDRESS)
        note_read(search, operand->reg, place);
    for (uint32_t i = 0; i < operand->item_count; i++)
        note_operand(search, &operand->items[i], place, is_set);
}

/* The branch that ends the straight code with this instruction; inst_count: it ends otherwise. */
static uint32_t branch_after(const Search *search, uint32_t index)
{
    const PtxFunction *function = search->function;
    uint32_t i = index + 1;
    while (i < function->inst_count && !search->label[i] && function->insts[i].op != PTX_OP_BRA)
        i++;
    bool branches = i < function->inst_count && !search->label[i] &&
                    function->insts[i].guard != PTX_NO_REG &&
                    function->insts[i].operand_count > 0 &&
                    function->insts[i].operands[0].kind == PTX_OPERAND_LABEL;
    return branches ? i : function->inst_count;
}

/* Where all uses of the result lie in the body that the branch goes around: the first of them. */
static uint32_t place_of(const Search *search, uint32_t index)
{
    const PtxFunction *function = search->function;
    const PtxInst *inst = &function->insts[index];
    uint32_t width, lanes;
    if (inst_flop(inst, &width, &lanes) == FLOP_NONE || inst->guard != PTX_NO_REG ||
        inst->operands[0].kind != PTX_OPERAND_REG)
        return index;
    const Uses *uses = &search->uses[inst->operands[0].reg];
    if (uses->first <= index || uses->first > uses->last)
        return index;
    uint32_t branch = branch_after(search, index), from, to;
    if (branch == function->inst_count || uses->first <= branch ||
        branch_form(function, &function->insts[branch], search->sm, &from, &to) ==
            BRANCH_PREDICATES)
        return index;
    return uses->last < function->insts[branch].operands[0].label ? uses->first : index;
}

static void find(Search *search)
{
    const PtxFunction *function = search->function;
    for (uint32_t r = 0; r < function->reg_count; r++)
        search->uses[r] = (Uses){0, UINT32_MAX, 0};
    for (uint32_t l = 0; l < function->label_count; l++)
        search->label[function->labels[l].inst] = 1;
    for (uint32_t i = function->inst_count; i-- > 0;) {
        const PtxInst *inst = &function->insts[i];
        search->place[i] = place_of(search, i);
        if (inst->guard != PTX_NO_REG)
            note_read(search, inst->guard, i);
        for (uint32_t o = 0; o < inst->operand_count; o++)
            note_operand(search, &inst->operands[o], search->place[i],
                         o == 0 && flow_has_result(inst));
    }
}

/* What is set in more than one place stays: its value may come from either. */
static void keep_joined(Search *search)
{
    for (uint32_t i = 0; i < search->function->inst_count; i++) {
        const PtxOperand *operands = search->function->insts[i].operands;
        if (search->place[i] != i && search->uses[operands[0].reg].set != 1)
            search->place[i] = i;
    }
}

uint32_t *sunk_find(const PtxFunction *function, uint32_t sm)
{
    Search search = {function, sm, malloc(((size_t)function->reg_count + 1) * sizeof *search.uses),
                     malloc(((size_t)function->inst_count + 1) * sizeof *search.place),
                     calloc((size_t)function->inst_count + 1, 1)};
    if (search.uses && search.place && search.label) {
        find(&search);
        keep_joined(&search);
    } else {
        free(search.place);
        search.place = NULL;
    }
    free(search.uses);
    free(search.label);
    return search.place;
}
