/* What functions are called with. */
#include "observe/handed.h"

#include "observe/way.h"

enum { CALLS_DEEP = 4 };

typedef struct Question {
    FlowTable *flows;
    const PtxModule *module;
    uint32_t deep;
} Question;

static bool all_start(const Question *question, const PtxFunction *function, uint32_t param);

static bool find_param(const PtxFunction *function, const PtxSymbol *param, uint32_t *index)
{
    for (*index = 0; *index < function->param_count; ++*index)
        if (function->params[*index] == param)
            return true;
    return false;
}

/* The register that an argument comes from: it is stored in a variable for the call, as a rule. */
static uint32_t register_of(const PtxFunction *caller, const PtxInst *call, const PtxOperand *item)
{
    if (item->kind == PTX_OPERAND_REG)
        return item->reg;
    if (item->kind != PTX_OPERAND_SYMBOL)
        return PTX_NO_REG;
    for (const PtxInst *inst = call; inst-- > caller->insts;) {
        const PtxOperand *to = inst->operands;
        if (inst->op == PTX_OP_ST && inst->operand_count > 1 && to->symbol == item->symbol)
            return to->imm == 0 && inst->operands[1].kind == PTX_OPERAND_REG ? inst->operands[1].reg
                                                                             : PTX_NO_REG;
    }
    return PTX_NO_REG;
}

static bool is_start(const Question *question, const PtxFunction *caller, const PtxInst *call,
                     uint32_t param)
{
    const PtxOperand *list = &call->operands[2];
    const Flow *flow = flow_of(question->flows, caller);
    uint32_t reg =
        param < list->item_count ? register_of(caller, call, &list->items[param]) : PTX_NO_REG;
    if (!flow || reg == PTX_NO_REG)
        return false;
    Way way;
    way_find(flow, reg, &way);
    if (way.count || way.root == WAY_NOWHERE)
        return false;
    if (way.root != WAY_POINTER || caller->is_entry)
        return true;
    const PtxInst *load = flow_definition(flow, way.reg);
    uint32_t index;
    Question deeper = {question->flows, question->module, question->deep + 1};
    return load && load->operand_count > 1 && deeper.deep < CALLS_DEEP &&
           find_param(caller, load->operands[1].symbol, &index) &&
           all_start(&deeper, caller, index);
}

static bool all_start(const Question *question, const PtxFunction *function, uint32_t param)
{
    uint32_t calls = 0;
    for (uint32_t f = 0; f < question->module->function_count; f++) {
        const PtxFunction *caller = question->module->functions[f];
        for (uint32_t i = 0; i < caller->inst_count; i++) {
            const PtxInst *call = &caller->insts[i];
            if (call->op != PTX_OP_CALL)
                continue;
            if (call->operands[1].kind != PTX_OPERAND_FUNCTION)
                return false; /* any function may be meant */
            if (call->operands[1].function != function)
                continue;
            calls++;
            if (!is_start(question, caller, call, param))
                return false;
        }
    }
    return calls != 0;
}

bool handed_starts(FlowTable *flows, const PtxModule *module, const PtxFunction *function,
                   const PtxSymbol *param)
{
    uint32_t index;
    Question question = {flows, module, 0};
    return find_param(function, param, &index) && all_start(&question, function, index);
}
