/* Mnemonics with their dotted words, each read and checked once for a module. */
#ifndef CULAB_PTX_OPCODE_H
#define CULAB_PTX_OPCODE_H

#include "ptx/form.h"
#include "ptx/parser.h"

struct Opcode {
    PtxInst prototype; /* all but guard, operands and places */
    uint32_t hash;
    Opcode *next; /* in the bucket */
    Form *forms;  /* those that the mnemonic fits */
    uint32_t form_count;
};

/* The mnemonic as written, "ld.global.f32". NULL: no such instruction or form; the error says what
 * is supported. */
const Opcode *opcode_find(Parser *parser, View mnemonic, PtxPos pos);

#endif
