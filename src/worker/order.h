/* Whether a kernel was right by luck of the order in which its blocks and warps ran. */
#ifndef CULAB_WORKER_ORDER_H
#define CULAB_WORKER_ORDER_H

#include "worker/worker.h"

/* On the simulator, after a launch that ended well and had no finding: launches `symbol` once more
 * on fresh copies of the data, with another seed, and takes from there what is found. With
 * RUN_ORDER in the message's checks results that differ are a finding too. False: that launch did
 * not end well, and the device has to be reset. */
bool order_look(Worker *worker, const RunMessage *message, uint32_t sequence, const char *symbol,
                RunResult *out);

#endif
