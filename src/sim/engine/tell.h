/* Telling observers. */
#ifndef CULAB_SIM_ENGINE_TELL_H
#define CULAB_SIM_ENGINE_TELL_H

#include "sim/engine/warp.h"

/* Tells all who watch the launch that lanes of the warp meet, arrive, leave or pass a fence. */
void tell_sync(const SimWarp *warp, const SimSync *sync);

#endif
