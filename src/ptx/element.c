/* Elements of arrays: addresses worked out by instructions of their own. */
#include "ptx/element.h"

#include "ptx/opcode.h"

uint64_t element_bytes(const PtxSymbol *symbol)
{
    return ptx_type_bytes(symbol->type);
}

bool element_is_reg(const Parser *parser)
{
    uint32_t reg = PTX_NO_REG;
    const Name *name = NULL;
    if (parser->lexer.token.kind == TOKEN_NAME)
        name = names_find(&parser->names, parser->lexer.token.text, &reg);
    return name && (name->kind == NAME_REG || name->kind == NAME_RANGE);
}

bool element_parse_reg(Parser *parser, PtxOperand *out)
{
    View text;
    PtxPos pos;
    if (!parser_need_name(parser, &text, &pos))
        return false;
    names_find(&parser->names, text, &out->reg);
    PtxType type = parser->regs.data[out->reg].type;
    uint32_t bytes = ptx_type_bytes(type);
    if (ptx_type_kind(type) == PTX_KIND_FLOAT || (bytes != 4 && bytes != 8))
        return parser_fail(parser, pos, "an index is an integer of 32 or 64 bits");
    PtxSpace space = out->symbol->space;
    return (space != PTX_SPACE_PARAM && element_bytes(out->symbol)) ||
           parser_fail(parser, out->pos, "'%.*s' has no elements that a register can choose from",
                       NAME_ARG(out->symbol->name));
}

static PtxOperand reg_operand(uint32_t reg, PtxPos pos)
{
    return (PtxOperand){.kind = PTX_OPERAND_REG, .reg = reg, .pos = pos};
}

static bool new_reg(Parser *parser, PtxType type, PtxPos pos, PtxOperand *out)
{
    if (!parser->regs_left)
        return parser_fail(parser, pos, "more than %u registers in a module", PTX_REGS_MAX);
    parser->regs_left--;
    *out = reg_operand((uint32_t)parser->regs.size, pos);
    vec_push(&parser->regs, (PtxReg){view_of("%element"), type});
    return true;
}

/* d = mnemonic a, b; without b when its kind is none. */
static bool add(Parser *parser, const char *mnemonic, PtxOperand d, PtxOperand a, PtxOperand b)
{
    const Opcode *opcode = opcode_find(parser, view_of(mnemonic), d.pos);
    if (!opcode)
        return false;
    PtxInst inst = opcode->prototype;
    PtxOperand operands[] = {d, a, b};
    inst.mnemonic = view_of(mnemonic);
    inst.guard = PTX_NO_REG;
    inst.pos = d.pos;
    inst.loc = parser->loc;
    inst.operand_count = b.kind == PTX_OPERAND_NONE ? 2 : 3;
    inst.operands = parser_keep(parser, operands, inst.operand_count, sizeof operands[0]);
    vec_push(&parser->insts, inst);
    return true;
}

/* The index counts elements; one of 32 bits has no sign, and neither has its product. */
static bool add_distance(Parser *parser, const PtxOperand *operand, PtxOperand *out)
{
    PtxOperand index = reg_operand(operand->reg, operand->pos), none = {0}, narrow;
    PtxOperand size = {.kind = PTX_OPERAND_IMM,
                       .reg = PTX_NO_REG,
                       .imm = (int64_t)element_bytes(operand->symbol),
                       .pos = operand->pos};
    if (!new_reg(parser, PTX_B64, operand->pos, out))
        return false;
    if (ptx_type_bytes(parser->regs.data[operand->reg].type) == 8)
        return add(parser, "mul.lo.u64", *out, index, size);
    return new_reg(parser, PTX_B32, operand->pos, &narrow) &&
           add(parser, "mul.lo.u32", narrow, index, size) &&
           add(parser, "cvt.u64.u32", *out, narrow, none);
}

bool element_resolve(Parser *parser, PtxOp op, PtxOperand *operand)
{
    PtxOperand symbol = *operand, none = {0}, distance, address;
    if (operand->reg != PTX_NO_REG) {
        symbol.reg = PTX_NO_REG;
        if (!add_distance(parser, operand, &distance) ||
            !new_reg(parser, PTX_B64, operand->pos, &address) ||
            !add(parser, "mov.u64", address, symbol, none) ||
            !add(parser, "add.u64", address, address, distance))
            return false;
        *operand = address;
    }
    if (op != PTX_OP_MOV)
        operand->kind = PTX_OPERAND_ADDRESS;
    operand->element = false;
    return true;
}
