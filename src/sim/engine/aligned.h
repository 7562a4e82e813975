/* Instructions that all 32 threads of a warp execute together (".sync.aligned" of matrices). */
#ifndef CULAB_SIM_ENGINE_ALIGNED_H
#define CULAB_SIM_ENGINE_ALIGNED_H

#include "sim/engine/sync.h"

/* A SyncForm at the start of what SimInst.extra points at; lanes of one instruction and one frame
 * meet. */
void aligned_init(SyncForm *form, const PtxInst *inst);
/* True: the whole warp is here, and the instruction can be executed for all lanes. False: return
 * *out; the lanes wait for the others and come again, or a warp that isn't whole ends the run. */
bool aligned_ready(SimWarp *warp, const SimInst *inst, uint32_t mask, const SimInst **out);

#endif
