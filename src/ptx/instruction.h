/* Instructions: guard, mnemonic, operands. */
#ifndef CULAB_PTX_INSTRUCTION_H
#define CULAB_PTX_INSTRUCTION_H

#include "ptx/parser.h"

/* A guard read before the instruction. */
typedef struct Guard {
    uint32_t reg; /* PTX_NO_REG: none */
    bool negate;
} Guard;

/* The mnemonic is taken already; reads the operands and ";". */
bool instruction_parse(Parser *parser, Guard guard, View mnemonic, PtxPos pos);

#endif
