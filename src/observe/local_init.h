/* Reads of a thread's local arrays that it has not written. */
#ifndef CULAB_OBSERVE_LOCAL_INIT_H
#define CULAB_OBSERVE_LOCAL_INIT_H

#include "sim/observer.h"

typedef struct LocalInit LocalInit;

LocalInit *local_init_new(SimFindingSink findings); /* NULL: no memory */
void local_init_free(LocalInit *init);
const SimObserver *local_init_observer(const LocalInit *init);
/* How many bytes its shadow of local memory took at most so far. */
size_t local_init_most(const LocalInit *init);

#endif
