/* An index past its own array that lands in another variable of the same memory: no address out of
 * bounds tells it, but what the address was made of does. */
#ifndef CULAB_OBSERVE_BOUNDS_H
#define CULAB_OBSERVE_BOUNDS_H

#include "sim/observer.h"

typedef struct Bounds Bounds;

Bounds *bounds_new(SimFindingSink findings); /* NULL: no memory */
void bounds_free(Bounds *bounds);
const SimObserver *bounds_observer(const Bounds *bounds);

#endif
