/* An index past its own array that stays in the thread's local memory, in the struct or in the
 * matrix that the array is part of: told where the program has debug information (-G). */
#ifndef CULAB_OBSERVE_OVERRUN_H
#define CULAB_OBSERVE_OVERRUN_H

#include "sim/observer.h"

typedef struct Overrun Overrun;

Overrun *overrun_new(SimFindingSink findings); /* NULL: no memory */
/* Whether it also tells of an index past an array at the start of its struct, which may as well be
 * one of the struct's words. */
void overrun_set_doubtful(Overrun *overrun, bool doubtful);
void overrun_free(Overrun *overrun);
const SimObserver *overrun_observer(const Overrun *overrun);

#endif
