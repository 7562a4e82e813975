/* Races: two accesses to one byte, one of them a write, that nothing in the program orders. */
#ifndef CULAB_OBSERVE_RACE_H
#define CULAB_OBSERVE_RACE_H

#include "sim/observer.h"

typedef struct Race Race;

Race *race_new(SimFindingSink findings); /* NULL: no memory */
void race_free(Race *race);
const SimObserver *race_observer(const Race *race);

#endif
