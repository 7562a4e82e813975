/* Kernels in which nothing but barriers of whole blocks orders threads. */
#ifndef CULAB_OBSERVE_RACE_SIMPLE_H
#define CULAB_OBSERVE_RACE_SIMPLE_H

#include <stdbool.h>

#include "sim/observer.h"

/* By the instructions of the launch's kernel and of what it calls; false also where that isn't
 * known. */
bool race_is_simple(const SimLaunchInfo *launch);
/* Whether what was synchronised is a barrier of a whole block, or orders nothing. */
bool race_sync_is_simple(const SimSync *sync);

#endif
