/* Barriers that some threads of a block go around. Where threads come to two barriers, the engine
 * sees it; those that go around the last one come to an end and are waited for no longer, so that
 * nothing would tell. */
#ifndef CULAB_OBSERVE_SKIPS_H
#define CULAB_OBSERVE_SKIPS_H

#include "sim/observer.h"

typedef struct Skips Skips;

Skips *skips_new(SimFindingSink findings); /* NULL: no memory */
void skips_free(Skips *skips);
const SimObserver *skips_observer(const Skips *skips);

#endif
