/* What only code that isn't optimised shows: what the learner calls the variables that were used
 * without having been set, and barriers that threads go around which have little left to do. */
#ifndef CULAB_WORKER_NAMING_H
#define CULAB_WORKER_NAMING_H

#include "worker/worker.h"

/* On the simulator, after a launch that ended well: where `out` has findings of variables whose
 * names the optimised PTX doesn't tell, or the source has variables without a value whose use the
 * optimiser may have hidden, or a barrier in a branch, compiles it once more with debug
 * information, launches `symbol` on fresh copies of the data, and takes from there the findings
 * with names: in place of those without at the same lines, and beside the others; and those of
 * barriers that are gone around. False: that launch did not end well, and the device has to be
 * reset. */
bool naming_improve(Worker *worker, const RunMessage *message, uint32_t sequence,
                    const char *symbol, RunResult *out);

#endif
