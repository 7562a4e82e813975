/* How many machine instructions are made of one, as far as that decides about branches. */
#ifndef CULAB_OBSERVE_INST_COST_H
#define CULAB_OBSERVE_INST_COST_H

#include "ptx/ir.h"

uint32_t inst_cost(const PtxFunction *function, const PtxInst *inst, uint32_t sm);

#endif
