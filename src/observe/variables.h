/* Variables, in registers, that a thread uses without having set them. Copying such a value about
 * is no finding, as long as nothing comes of it: one is told where an address, a branch, or what is
 * stored in global memory depends on it. */
#ifndef CULAB_OBSERVE_VARIABLES_H
#define CULAB_OBSERVE_VARIABLES_H

#include "sim/observer.h"

typedef struct Variables Variables;

Variables *variables_new(SimFindingSink findings); /* NULL: no memory */
/* The same for what comes of an integer division by zero. */
Variables *variables_new_divided(SimFindingSink findings);
void variables_free(Variables *variables);
const SimObserver *variables_observer(const Variables *variables);
/* How many bytes its shadow of shared memory took at most so far. */
size_t variables_shared_most(const Variables *variables);

#endif
