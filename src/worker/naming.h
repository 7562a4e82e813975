/* What only code that isn't optimised shows: what the learner calls the variables that were used
 * without having been set, barriers that threads go around which have little left to do, and that
 * an index left its array. */
#ifndef CULAB_WORKER_NAMING_H
#define CULAB_WORKER_NAMING_H

#include "worker/worker.h"

/* Lets the simulator have the source compiled with debug information, from which it names elements
 * in what it tells of the next launches: once there is something to tell, and the source has
 * variables with parts. */
void naming_offer(Worker *worker);

/* On the simulator, after a launch that ended well: where `out` has findings of variables whose
 * names the optimised PTX doesn't tell, or the source has variables without a value whose use the
 * optimiser may have hidden, or a barrier in a branch, or arrays whose neighbours an index may
 * reach, compiles it once more with debug information, launches `symbol` on fresh copies of the
 * data, and takes from there the findings with names: of variables in place of those without at the
 * same lines, and beside the others; of indices past an array where none was found at the line; and
 * those of barriers that are gone around. False: that launch did not end well, and the device has
 * to be reset. */
bool naming_improve(Worker *worker, const RunMessage *message, uint32_t sequence,
                    const char *symbol, RunResult *out);
/* After a launch that ended with a fault, the device of which this begins anew: the same, for the
 * words of an index that left the thread's local memory. The device has to be reset in any case. */
void naming_explain(Worker *worker, const RunMessage *message, uint32_t sequence,
                    const char *symbol, RunResult *out);

#endif
