/* Index computations in 32 bits that overflow on their way to an address. */
#ifndef CULAB_OBSERVE_OVERFLOW_H
#define CULAB_OBSERVE_OVERFLOW_H

#include "sim/observer.h"

typedef struct Overflow Overflow;

Overflow *overflow_new(SimFindingSink findings); /* NULL: no memory */
void overflow_free(Overflow *overflow);
const SimObserver *overflow_observer(const Overflow *overflow);

#endif
