/* The definitions of a function's registers. */
#include "observe/flow.h"

#include <stdlib.h>
#include <string.h>

#include "observe/flow_state.h"
#include "ptx/effect.h"

bool flow_has_result(const PtxInst *inst)
{
    return inst->op != PTX_OP_CALL && ptx_has_result(inst);
}

bool flow_operand_has(const PtxOperand *operand, uint32_t reg)
{
    if (operand->reg == reg &&
        (operand->kind == PTX_OPERAND_REG || operand->kind == PTX_OPERAND_ADDRESS))
        return true;
    for (uint32_t i = 0; i < operand->item_count; i++)
        if (flow_operand_has(&operand->items[i], reg))
            return true;
    return false;
}

enum { MADE_OF = 32 }; /* definitions of a register that are followed */

typedef void (*RegVisit)(Flow *flow, uint32_t reg, uint32_t inst);

static void visit_operand(Flow *flow, const PtxOperand *operand, uint32_t inst, RegVisit visit)
{
    if (operand->kind == PTX_OPERAND_REG)
        visit(flow, operand->reg, inst);
    if (operand->kind == PTX_OPERAND_VECTOR || operand->kind == PTX_OPERAND_PAIR)
        for (uint32_t i = 0; i < operand->item_count; i++)
            visit_operand(flow, &operand->items[i], inst, visit);
}

static void visit_definitions(Flow *flow, RegVisit visit)
{
    const PtxFunction *function = flow->function;
    for (uint32_t i = 0; i < function->inst_count; i++)
        if (flow_has_result(&function->insts[i]))
            visit_operand(flow, &function->insts[i].operands[0], i, visit);
}

static void count_one(Flow *flow, uint32_t reg, uint32_t inst)
{
    (void)inst;
    flow->first[reg + 1]++;
}

/* `first` is the next free place of the register meanwhile. */
static void put_one(Flow *flow, uint32_t reg, uint32_t inst)
{
    flow->definitions[flow->first[reg]++] = inst;
}

static bool list_definitions(Flow *flow)
{
    uint32_t regs = flow->function->reg_count;
    flow->first = calloc((size_t)regs + 2, sizeof *flow->first);
    if (!flow->first)
        return false;
    visit_definitions(flow, count_one);
    for (uint32_t r = 0; r < regs; r++)
        flow->first[r + 1] += flow->first[r];
    flow->definitions = calloc((size_t)flow->first[regs] + 1, sizeof *flow->definitions);
    if (!flow->definitions)
        return false;
    visit_definitions(flow, put_one);
    for (uint32_t r = regs; r > 0; r--)
        flow->first[r] = flow->first[r - 1];
    flow->first[0] = 0;
    return true;
}

const PtxFunction *flow_function(const Flow *flow)
{
    return flow->function;
}

uint32_t flow_definitions(const Flow *flow, uint32_t reg, const PtxInst **out, uint32_t room)
{
    uint32_t count = flow->first[reg + 1] - flow->first[reg];
    for (uint32_t i = 0; i < count && i < room; i++)
        out[i] = &flow->function->insts[flow->definitions[flow->first[reg] + i]];
    return count;
}

uint32_t flow_made_of(const Flow *flow, uint32_t reg, uint32_t *regs, uint32_t room)
{
    const PtxInst *definitions[MADE_OF];
    uint32_t count = 1;
    regs[0] = reg;
    for (uint32_t at = 0; at < count; at++) {
        uint32_t found = flow_definitions(flow, regs[at], definitions, MADE_OF);
        for (uint32_t d = 0; d < found && d < MADE_OF; d++)
            for (uint32_t o = 1; o < definitions[d]->operand_count; o++) {
                const PtxOperand *operand = &definitions[d]->operands[o];
                bool known = operand->kind != PTX_OPERAND_REG || count == room;
                for (uint32_t k = 0; k < count && !known; k++)
                    known = regs[k] == operand->reg;
                if (!known)
                    regs[count++] = operand->reg;
            }
    }
    return count;
}

const PtxInst *flow_definition(const Flow *flow, uint32_t reg)
{
    const PtxInst *only;
    return flow_definitions(flow, reg, &only, 1) == 1 ? only : NULL;
}

const PtxOperand *flow_address_of(const PtxInst *inst)
{
    for (uint32_t i = 0; i < inst->operand_count; i++)
        if (inst->operands[i].kind == PTX_OPERAND_ADDRESS)
            return &inst->operands[i];
    return NULL;
}

Flow *flow_new(const PtxFunction *function)
{
    Flow *flow = calloc(1, sizeof *flow);
    if (!flow)
        return NULL;
    flow->function = function;
    if (list_definitions(flow) && flow_find_bases(flow))
        return flow;
    flow_free(flow);
    return NULL;
}

void flow_free(Flow *flow)
{
    if (!flow)
        return;
    free(flow->first);
    free(flow->definitions);
    free(flow->bases);
    free(flow);
}

const Flow *flow_of(FlowTable *table, const PtxFunction *function)
{
    for (uint32_t i = 0; i < table->count; i++)
        if (table->entries[i].function == function)
            return table->entries[i].flow;
    if (table->count == table->room) {
        uint32_t room = table->room ? table->room * 2 : 8;
        struct FlowEntry *entries = realloc(table->entries, room * sizeof *entries);
        if (!entries)
            return NULL;
        table->entries = entries;
        table->room = room;
    }
    Flow *flow = flow_new(function);
    if (flow)
        table->entries[table->count++] = (struct FlowEntry){function, flow};
    return flow;
}

void flow_table_free(FlowTable *table)
{
    for (uint32_t i = 0; i < table->count; i++)
        flow_free(table->entries[i].flow);
    free(table->entries);
    *table = (FlowTable){0};
}
