/* Operands of instructions (ISA 6). */
#ifndef CULAB_PTX_OPERAND_H
#define CULAB_PTX_OPERAND_H

#include "ptx/parser.h"

/* One operand. A name that isn't known becomes a LABEL, with a fixup for the operand at `slot`
 * of the instruction. */
bool operand_parse(Parser *parser, size_t slot, PtxOperand *out);
/* "( a, b, ... )" of a call, maybe empty: a LIST. */
bool operand_parse_list(Parser *parser, PtxOperand *out);
/* A name that must be a predicate register: for guards. */
bool operand_parse_guard(Parser *parser, uint32_t *reg);

#endif
