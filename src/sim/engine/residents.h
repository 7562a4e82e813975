/* Which blocks of a grid are resident, and whose turn it is. */
#ifndef CULAB_SIM_ENGINE_RESIDENTS_H
#define CULAB_SIM_ENGINE_RESIDENTS_H

#include "sim/engine/warp.h"

enum { TEAMS_MOST = 64 }; /* in one launch */

/* Whether the blocks of a cooperative launch, all of which are there at once, take so much memory
 * with the registers of their warps that those that wait are to be packed. */
bool residents_are_crowded(const Run *run);
/* Runs all blocks of the grid, or as many as come to their turn until the run is over, and sets the
 * result's cycles. */
void residents_run(Run *run);

#endif
