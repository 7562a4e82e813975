/* Findings about the lanes of warp-wide instructions: those a mask names, and those read from. */
#ifndef CULAB_SIM_ENGINE_LANES_FAULT_H
#define CULAB_SIM_ENGINE_LANES_FAULT_H

#include "sim/engine/warp.h"

/* A lane calls with a mask that doesn't name it: undefined (ISA 9.7.9, shfl.sync; 9.7.13). */
void lanes_fault_own(SimWarp *warp, const SimInst *inst, uint32_t lane, uint32_t named);
/* A lane reads from `source`, which takes no part. When `named` names that one, it has exited or
 * has never existed. */
void lanes_fault_source(SimWarp *warp, const SimInst *inst, uint32_t lane, uint32_t source,
                        uint32_t named);

/* The same with a mask of __activemask(), which would name it in another order. */
void lanes_fault_luck(SimWarp *warp, const SimInst *inst, uint32_t lane, uint32_t source,
                      uint32_t named);
/* It names a barrier that no block has. */
void lanes_fault_barrier(SimWarp *warp, const SimInst *inst, uint32_t lane, uint32_t number);

#endif
