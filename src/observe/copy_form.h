/* What the machine's compiler puts around copies to shared memory. */
#ifndef CULAB_OBSERVE_COPY_FORM_H
#define CULAB_OBSERVE_COPY_FORM_H

#include "ptx/ir.h"

/* Loads from shared memory by no lane that stand before this instruction where it is a cp.async; as
 * ptxas of CUDA 13.0 translates it for compute capability `sm`. */
uint32_t copy_idle_loads(const PtxFunction *function, const PtxInst *inst, uint32_t sm);

#endif
