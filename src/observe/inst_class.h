/* The classes of instructions that Nsight Compute counts, for PTX. */
#ifndef CULAB_OBSERVE_INST_CLASS_H
#define CULAB_OBSERVE_INST_CLASS_H

#include "ptx/ir.h"

typedef enum InstClass {
    INST_FP16,
    INST_FP32,
    INST_FP64,
    INST_INTEGER,
    INST_BIT,
    INST_CONVERSION,
    INST_CONTROL,
    INST_MEMORY,
    INST_INTER_THREAD,
    INST_MISC,
    INST_CLASSES
} InstClass;

InstClass inst_class(const PtxInst *inst);

typedef enum FlopKind { FLOP_ADD, FLOP_MUL, FLOP_FMA, FLOP_KINDS, FLOP_NONE = FLOP_KINDS } FlopKind;

/* Whether it is an addition (subtraction), a product or a fused multiply-add of floating point;
 * FLOP_NONE: none of them. `width`: 0 half, 1 single, 2 double precision. `lanes`: results in one
 * register, 2 for f16x2. */
FlopKind inst_flop(const PtxInst *inst, uint32_t *width, uint32_t *lanes);

/* Whether nothing in the function reads what the instruction gives. */
bool inst_result_unused(const PtxFunction *function, const PtxInst *inst);

#endif
