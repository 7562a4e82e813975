/* Registers that are never needed at once can share a slot. */
#ifndef CULAB_SIM_ENGINE_SHARE_H
#define CULAB_SIM_ENGINE_SHARE_H

#include "ptx/ir.h"

/* For each register the number of its slot among those of its width; free() it. Registers with one
 * number are never live together, nor is one of them written by an instruction that reads the
 * other. NULL: no memory, or the function is too large for the search. */
uint32_t *registers_share(const PtxFunction *function);
/* Bytes of a register's slot for one lane; 0: a predicate, which shares none. */
uint32_t register_lane_bytes(const PtxReg *reg);

#endif
