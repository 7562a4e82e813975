/* Whether what a kernel reads from a place decides where it goes: that tells a flag from data among
 * volatile variables. */
#ifndef CULAB_OBSERVE_STEER_H
#define CULAB_OBSERVE_STEER_H

#include "observe/flow.h"

/* Is the place of this volatile access one whose values never decide anything, wherever the
 * function reads it by volatile or atomic instructions? False also where that is not known. */
bool steer_is_data(const Flow *flow, const PtxInst *inst);
/* Are there, of the variable that this instruction reads, strong reads that decide where the
 * function goes, and volatile ones that don't? */
bool steer_mixes(const Flow *flow, const PtxInst *inst);
/* Does what this load reads decide where the function goes? */
bool steer_decides(const Flow *flow, const PtxInst *load);
/* Does a fence stand before this store, with neither an atomic operation nor a barrier nor a branch
 * between them? So a flag is written, and what a sequence lock guards. A fence behind which the
 * same array is read elsewhere, as in a chain of sums, stands there for that read. */
bool steer_is_fenced(const Flow *flow, const PtxInst *store);
/* Does the function use what this atomic instruction returns? */
bool steer_is_used(const Flow *flow, const PtxInst *atomic);

#endif
