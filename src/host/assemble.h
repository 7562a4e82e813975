/* From a host program's log to what is shown of it. */
#ifndef CULAB_HOST_ASSEMBLE_H
#define CULAB_HOST_ASSEMBLE_H

#include "host/record.h"
#include "result/result.h"

/* Fills calls, spans, streams and numbers of `out`, and how many were lost. */
void host_run_assemble(const HostLog *log, HostRun *out);
/* Adds what the simulator found, and its figures; after the rules, which tell with its line what a
 * call did wrong. */
void host_kernels_assemble(const HostLog *log, RunResult *out);

#endif
