/* Whether calls and branch tables fit what they lead to (ISA 7.1, 9.7.13 call). */
#include "ptx/check.h"

static bool check_item(Parser *parser, const PtxOperand *item, bool result)
{
    if (item->kind == PTX_OPERAND_SYMBOL && item->symbol->space == PTX_SPACE_PARAM &&
        item->imm == 0)
        return true;
    if (item->kind == PTX_OPERAND_REG && !item->negate && !item->selector)
        return true;
    if (item->kind == PTX_OPERAND_IMM && !result)
        return true;
    return parser_fail(parser, item->pos, "a call takes .param variables%s",
                       result ? " or registers as results" : ", registers and constants");
}

static bool check_list(Parser *parser, const PtxOperand *list, bool results)
{
    for (uint32_t i = 0; i < list->item_count; i++)
        if (!check_item(parser, &list->items[i], results))
            return false;
    return true;
}

bool check_call(Parser *parser, PtxInst *inst)
{
    const PtxOperand *target = &inst->operands[1];
    PtxOperand *table = &inst->operands[3];
    bool reg = target->kind == PTX_OPERAND_REG && !target->selector &&
               ptx_type_bytes(parser->regs.data[target->reg].type) == 8;
    if (!reg && target->kind != PTX_OPERAND_FUNCTION)
        return parser_fail(parser, target->pos,
                           "call: the target must be a function declared above or a 64-bit "
                           "register");
    if (reg && table->kind == PTX_OPERAND_NONE)
        return parser_fail(parser, target->pos,
                           "call: a call through a register needs a .callprototype or "
                           ".calltargets");
    if (table->kind == PTX_OPERAND_LABEL)
        table->kind = PTX_OPERAND_TABLE;
    else if (table->kind != PTX_OPERAND_NONE)
        return parser_fail(parser, table->pos, "call: expected a .callprototype or .calltargets");
    return check_list(parser, &inst->operands[0], true) &&
           check_list(parser, &inst->operands[2], false);
}

/* What a call's arguments must agree with. */
static const PtxFunction *signature_of(const PtxInst *inst)
{
    if (inst->operands[1].kind == PTX_OPERAND_FUNCTION)
        return inst->operands[1].function;
    const PtxTable *table = inst->operands[3].table;
    return table->kind == 'p' ? table->prototype : table->functions[0];
}

static bool item_fits(const Parser *parser, const PtxOperand *item, const PtxSymbol *param)
{
    if (item->kind == PTX_OPERAND_SYMBOL)
        return item->symbol->size == param->size;
    if (item->kind == PTX_OPERAND_REG)
        return ptx_type_bytes(parser->regs.data[item->reg].type) == param->size;
    return param->size <= 8;
}

static bool items_fit(Parser *parser, const PtxInst *inst, const PtxOperand *list,
                      PtxSymbol **params, uint32_t count, const char *what)
{
    if (list->item_count != count)
        return parser_fail(parser, inst->pos, "call: %u %s where the target has %u",
                           list->item_count, what, count);
    for (uint32_t i = 0; i < count; i++)
        if (!item_fits(parser, &list->items[i], params[i]))
            return parser_fail(parser, list->items[i].pos,
                               "call: %s %u has another size than the target's %llu bytes", what,
                               i + 1, (unsigned long long)params[i]->size);
    return true;
}

static bool call_fits(Parser *parser, const PtxInst *inst)
{
    const PtxTable *table = inst->operands[3].table;
    if (table && table->kind == 'b')
        return parser_fail(parser, inst->operands[3].pos,
                           "call: '%.*s' is a list of branch targets", NAME_ARG(table->name));
    const PtxFunction *to = signature_of(inst);
    if (to->is_entry)
        return parser_fail(parser, inst->pos, "call: '%.*s' is a kernel", NAME_ARG(to->name));
    return items_fit(parser, inst, &inst->operands[0], to->results, to->result_count, "results") &&
           items_fit(parser, inst, &inst->operands[2], to->params, to->param_count, "arguments");
}

bool check_calls(Parser *parser)
{
    for (size_t i = 0; i < parser->insts.size; i++) {
        const PtxInst *inst = &parser->insts.data[i];
        if (inst->op == PTX_OP_CALL && !call_fits(parser, inst))
            return false;
        if (inst->op == PTX_OP_BRX && inst->operands[1].table->kind != 'b')
            return parser_fail(parser, inst->operands[1].pos,
                               "brx.idx takes a list of .branchtargets");
    }
    return true;
}
