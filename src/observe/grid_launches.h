/* Whether a kernel can launch others, copy or fill by the device runtime. */
#ifndef CULAB_OBSERVE_GRID_LAUNCHES_H
#define CULAB_OBSERVE_GRID_LAUNCHES_H

#include "sim/observer.h"

bool grid_launches(const PtxFunction *kernel);

#endif
