/* Declarations of variables and parameters (ISA 5.1 to 5.4). */
#ifndef CULAB_PTX_VARIABLE_H
#define CULAB_PTX_VARIABLE_H

#include "ptx/parser.h"

/* A declaration up to the names: ".global .align 4 .v2 .f32". */
typedef struct VariableSpec {
    PtxLinkage linkage;
    PtxSpace space;
    PtxType type;
    uint8_t vector;
    uint32_t align; /* 0: not written */
    bool managed, ptr;
    PtxSpace ptr_space;
    uint32_t ptr_align;
} VariableSpec;

/* The words after the state space, up to the first name. */
bool variable_parse_spec(Parser *parser, VariableSpec *spec);
/* One name with its dimensions, without an initialiser: for parameters. */
bool variable_parse_name(Parser *parser, const VariableSpec *spec, PtxSymbol *out);
/* A whole declaration after its state space, names, initialisers and ";" included; each variable
 * goes to the module or to the function being read. */
bool variable_parse(Parser *parser, PtxLinkage linkage, PtxSpace space);
/* ".reg" up to ";". */
bool variable_parse_regs(Parser *parser);

#endif
