/* Constant expressions (ISA 4.5.5): literals, casts, and the operators of C with its precedence. */
#ifndef CULAB_PTX_CONSTANT_H
#define CULAB_PTX_CONSTANT_H

#include "ptx/parser.h"

typedef enum ConstantKind { CONSTANT_INT, CONSTANT_F32, CONSTANT_F64 } ConstantKind;

typedef struct Constant {
    ConstantKind kind;
    bool is_unsigned; /* integers */
    uint64_t bits;    /* the integer, or the float's bits */
} Constant;

bool constant_parse(Parser *parser, Constant *out);
/* The value as a double; f32 exactly. */
double constant_double(const Constant *constant);

#endif
