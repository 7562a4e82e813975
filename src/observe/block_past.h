/* When blocks released: how far the clocks of a block's warps were then. What was released before a
 * moment knows nothing of it, so that searches can leave it out. */
#ifndef CULAB_OBSERVE_BLOCK_PAST_H
#define CULAB_OBSERVE_BLOCK_PAST_H

#include "observe/release.h"

/* A warp of the block releases; its warps' clocks. */
void block_past_note(ReleaseLogs *logs, uint32_t block, const uint16_t *clocks, uint32_t warps);
/* What was logged up to this number (logs->when) knows nothing of the moment; UINT32_MAX: nothing
 * that was logged does. */
uint32_t block_past_until(const ReleaseLogs *logs, Moment moment);
void block_pasts_free(ReleaseLogs *logs);

#endif
