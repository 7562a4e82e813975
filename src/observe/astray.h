/* Addresses that mean something else than they did: of another thread's local memory or another
 * block's shared memory, handed on in memory or by a shuffle, and of variables whose function has
 * returned. */
#ifndef CULAB_OBSERVE_ASTRAY_H
#define CULAB_OBSERVE_ASTRAY_H

#include "sim/observer.h"

typedef struct Astray Astray;

Astray *astray_new(SimFindingSink findings); /* NULL: no memory */
void astray_free(Astray *astray);
const SimObserver *astray_observer(const Astray *astray);

#endif
