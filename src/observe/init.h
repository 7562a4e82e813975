/* Reads of memory that nothing wrote: shared memory of a block, and device allocations. */
#ifndef CULAB_OBSERVE_INIT_H
#define CULAB_OBSERVE_INIT_H

#include "sim/observer.h"

typedef struct Init Init;

Init *init_new(SimFindingSink findings); /* NULL: no memory */
void init_free(Init *init);
const SimObserver *init_observer(const Init *init);

#endif
