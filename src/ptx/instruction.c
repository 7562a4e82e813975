/* Instructions: operands by the general rule, but for calls. */
#include "ptx/instruction.h"

#include <string.h>

#include "ptx/check.h"
#include "ptx/element.h"
#include "ptx/opcode.h"
#include "ptx/operand.h"

enum { CALL_OPERANDS = 4 };

static bool parse_operands(Parser *parser)
{
    if (lexer_is(&parser->lexer, ';'))
        return true;
    do {
        PtxOperand operand;
        size_t slot = parser->operands.size;
        if (slot == PTX_OPERANDS_MAX)
            return parser_fail(parser, parser->lexer.token.pos,
                               "an instruction has at most %d operands", PTX_OPERANDS_MAX);
        if (!operand_parse(parser, slot, &operand))
            return false;
        vec_push(&parser->operands, operand);
    } while (parser_take(parser, ','));
    return true;
}

/* "call (results), target, (arguments), table" (ISA 9.7.12.?): only the target must be there. */
static bool parse_call(Parser *parser)
{
    PtxOperand operands[CALL_OPERANDS];
    for (int i = 0; i < CALL_OPERANDS; i++)
        operands[i] = (PtxOperand){.reg = PTX_NO_REG, .pos = parser->lexer.token.pos};
    if (lexer_is(&parser->lexer, '(') &&
        (!operand_parse_list(parser, &operands[0]) || !parser_need(parser, ',')))
        return false;
    if (!operand_parse(parser, 1, &operands[1]))
        return false;
    bool more = parser_take(parser, ',');
    if (more && lexer_is(&parser->lexer, '(')) {
        if (!operand_parse_list(parser, &operands[2]))
            return false;
        more = parser_take(parser, ',');
    }
    if (more && !operand_parse(parser, 3, &operands[3]))
        return false;
    for (int i = 0; i < CALL_OPERANDS; i++)
        vec_push(&parser->operands, operands[i]);
    return true;
}

static bool resolve_elements(Parser *parser, PtxOp op)
{
    for (size_t i = 0; i < parser->operands.size; i++)
        if (parser->operands.data[i].element &&
            !element_resolve(parser, op, &parser->operands.data[i]))
            return false;
    return true;
}

/* Operands to the arena, and fixups to where they are now. */
static void keep_operands(Parser *parser, PtxInst *inst, size_t first_fixup)
{
    inst->operand_count = (uint8_t)parser->operands.size;
    inst->operands = PARSER_KEEP(parser, &parser->operands);
    for (size_t i = first_fixup; i < parser->fixups.size; i++)
        parser->fixups.data[i].operand = &inst->operands[parser->fixups.data[i].slot];
}

bool instruction_parse(Parser *parser, Guard guard, View mnemonic, PtxPos pos)
{
    const Opcode *opcode = opcode_find(parser, mnemonic, pos);
    if (!opcode)
        return false;
    size_t first_fixup = parser->fixups.size;
    vec_clear(&parser->operands);
    bool call = opcode->prototype.op == PTX_OP_CALL;
    if (!(call ? parse_call(parser) : parse_operands(parser)))
        return false;
    if (!lexer_is(&parser->lexer, ';'))
        return parser_expected(parser, "',' or ';'");
    if (!resolve_elements(parser, (PtxOp)opcode->prototype.op))
        return false;
    PtxInst inst = opcode->prototype;
    inst.mnemonic = mnemonic;
    inst.guard = guard.reg;
    inst.guard_negate = guard.negate;
    inst.pos = pos;
    inst.loc = parser->loc;
    keep_operands(parser, &inst, first_fixup);
    if (!check_instruction(parser, opcode, &inst))
        return false;
    vec_push(&parser->insts, inst);
    lexer_next(&parser->lexer);
    return true;
}
