/* Whether an instruction's operands are what one of its forms asks for. */
#ifndef CULAB_PTX_CHECK_H
#define CULAB_PTX_CHECK_H

#include "ptx/opcode.h"
#include "ptx/parser.h"

/* Number, kinds and widths of the operands (ISA 9.4, 9.4.1). A name that is not known yet is told
 * what it must become: a LABEL or a TABLE. */
bool check_instruction(Parser *parser, const Opcode *opcode, PtxInst *inst);
/* The same for a call, which has no form. */
bool check_call(Parser *parser, PtxInst *inst);
/* Branch tables and calls of the function that was read, now that all its names are known: a call's
 * arguments and results are as many and as large as its target's. */
bool check_calls(Parser *parser);

#endif
