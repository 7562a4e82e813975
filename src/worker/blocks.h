/* Which block ran when on which SM: a run of its own, of the kernel with stamps in it. */
#ifndef CULAB_WORKER_BLOCKS_H
#define CULAB_WORKER_BLOCKS_H

#include "worker/worker.h"

/* Launches the kernel `symbol` of the compiled source once more, on fresh copies of the buffers of
 * `message` as they were sent, and fills out->schedule; what prevents it becomes its `trouble`.
 * `plain` is the function as it ran before. False: the kernel did not end, and keeps the device. */
bool blocks_measure(Worker *worker, const RunMessage *message, uint32_t sequence,
                    const char *symbol, CUfunction plain, RunResult *out);

#endif
