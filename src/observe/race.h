/* Races: two accesses to one byte, one of them a write, that nothing in the program orders. */
#ifndef CULAB_OBSERVE_RACE_H
#define CULAB_OBSERVE_RACE_H

#include "observe/order.h"
#include "observe/strip.h"
#include "sim/observer.h"

typedef struct Race Race;

Race *race_new(SimFindingSink findings); /* NULL: no memory */
void race_free(Race *race);
const SimObserver *race_observer(const Race *race);
/* Has the processor fetch what the other one will look at; to be told some observers before it. */
const SimObserver *race_ahead_observer(const Race *race);
/* What is ordered in the launch that runs. */
Order *race_order(Race *race);
/* Its shadow of global memory, and the bytes that the one of shared memory takes. */
Strips *race_strips(Race *race);
size_t race_shared_held(const Race *race);

#endif
