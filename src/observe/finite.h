/* Infinities and NaN that a kernel writes out, and the line where they arose from finite numbers.
 */
#ifndef CULAB_OBSERVE_FINITE_H
#define CULAB_OBSERVE_FINITE_H

#include "sim/observer.h"

typedef struct Finite Finite;

Finite *finite_new(SimFindingSink findings); /* NULL: no memory */
void finite_free(Finite *finite);
const SimObserver *finite_observer(const Finite *finite);

#endif
