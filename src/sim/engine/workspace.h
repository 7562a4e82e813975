/* What the driver lays down for a cooperative launch: the memory that grid-wide barriers spin on.
 */
#ifndef CULAB_SIM_ENGINE_WORKSPACE_H
#define CULAB_SIM_ENGINE_WORKSPACE_H

#include "sim/engine/warp.h"

/* A kernel finds the address, or 0, in %envreg1 (upper half) and %envreg2. False: no memory. */
bool workspace_make(Run *run);
void workspace_release(Run *run);

#endif
