/* Decoding what loads, stores and atomics have in common. */
#ifndef CULAB_SIM_ENGINE_ACCESS_DECODE_H
#define CULAB_SIM_ENGINE_ACCESS_DECODE_H

#include "sim/engine/access.h"
#include "sim/engine/decoder.h"

/* Sets out->a, imm, aux, extra from the address operand. NULL: refused. */
AccessForm *access_decode(SimDecoder *decoder, const PtxInst *inst, const PtxOperand *address,
                          SimInst *out);
/* form->reg from a register or vector operand. */
bool access_decode_registers(SimDecoder *decoder, const PtxInst *inst, const PtxOperand *operand,
                             bool sources, AccessForm *form);
SimOrder access_order(const PtxInst *inst);
SimScope access_scope(const PtxInst *inst);

#endif
