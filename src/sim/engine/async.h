/* Copies of cp.async that are under way. */
#ifndef CULAB_SIM_ENGINE_ASYNC_H
#define CULAB_SIM_ENGINE_ASYNC_H

#include "sim/engine/warp.h"

bool async_add(SimWarp *warp,
               const AsyncCopy *copy); /* into the group being filled; false: no memory */
void async_commit(SimWarp *warp, uint32_t mask);
/* The copies of the lanes land, but for those of their newest `groups` committed groups and those
 * not committed yet. */
void async_wait(SimWarp *warp, uint32_t mask, uint32_t groups);

#endif
