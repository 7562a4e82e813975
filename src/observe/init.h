/* Reads of memory that nothing wrote: shared memory of a block, and device allocations. */
#ifndef CULAB_OBSERVE_INIT_H
#define CULAB_OBSERVE_INIT_H

#include "sim/observer.h"

typedef struct Init Init;

Init *init_new(SimFindingSink findings); /* NULL: no memory */
void init_free(Init *init);
const SimObserver *init_observer(const Init *init);
/* How many bytes its shadow takes of global memory now, and took of shared memory at most so far.
 */
size_t init_held(const Init *init);
size_t init_shared_most(const Init *init);

#endif
