/* Elements of arrays as operands: "name[2]", "name[%r1]", "name[%r1 + 2]" (ISA 6.4.3). */
#ifndef CULAB_PTX_ELEMENT_H
#define CULAB_PTX_ELEMENT_H

#include "ptx/parser.h"

/* What an index counts: also in an array of vectors their elements, as NVIDIA's assembler has it.
 */
uint64_t element_bytes(const PtxSymbol *symbol);
/* Whether the name at hand is a register. */
bool element_is_reg(const Parser *parser);
/* Takes it as the index of the element: out->reg. */
bool element_parse_reg(Parser *parser, PtxOperand *out);
/* Makes an operand that was parsed as an element one that every user of instructions knows: mov
 * takes the address as a value, all others access memory there. An index in a register is worked
 * out by instructions before this one. */
bool element_resolve(Parser *parser, PtxOp op, PtxOperand *operand);

#endif
