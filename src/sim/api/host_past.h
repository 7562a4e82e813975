/* Host functions that write what an operation beside them has used before: an operation that ran
 * leaves its memory of the host's with the host functions that are pending and not behind it, and
 * what one of these changes there is a race. (What still is to run: host_watch.h.) */
#ifndef CULAB_SIM_API_HOST_PAST_H
#define CULAB_SIM_API_HOST_PAST_H

#include "sim/api/queue.h"

typedef struct HostPast HostPast;

/* While `op` runs: it has used the memory. Nothing is noted of what the host can't reach. */
void host_past_note(const Op *op, uint64_t address, uint64_t size);
/* Around a host function's call, with the lock held. Only what is compared while nothing else of
 * the program runs is its doing. */
void host_past_begin(Op *op);
void host_past_end(Op *op, bool alone);
void host_past_drop(Op *op);

#endif
