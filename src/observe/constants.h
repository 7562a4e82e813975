/* __constant__ variables that a kernel writes, by an address from which that can't be told. */
#ifndef CULAB_OBSERVE_CONSTANTS_H
#define CULAB_OBSERVE_CONSTANTS_H

#include "sim/observer.h"

typedef struct Constants Constants;

Constants *constants_new(SimFindingSink findings); /* NULL: no memory */
void constants_free(Constants *constants);
const SimObserver *constants_observer(const Constants *constants);

#endif
