/* How wide the elements of a shared variable are, of which PTX has the bytes alone. */
#ifndef CULAB_OBSERVE_GRAIN_H
#define CULAB_OBSERVE_GRAIN_H

#include "observe/flow.h"
#include "sim/observer.h"

/* Bytes of what is accessed at a place: what one lane accesses there, or, where that is several
 * elements at once, the smallest that the same function accesses singly in the same variable.
 * 0: not known. */
uint32_t grain_bytes(FlowTable *flows, const SimSite *site);

#endif
