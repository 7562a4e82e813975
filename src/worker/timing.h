/* How long a kernel takes on a GPU: from events, or for one too short for events from launches
 * joined in a graph; and what the device can do at best, measured the same way. */
#ifndef CULAB_WORKER_TIMING_H
#define CULAB_WORKER_TIMING_H

#include "compile/compile.h"
#include "worker/device.h"
#include "worker/port.h"

/* One kernel's launch, to be repeated. */
typedef struct TimedLaunch {
    CUfunction function;
    Dim3 grid, block;
    uint32_t shared;
    void **parameters;
} TimedLaunch;

/* Measures until it is stable, at most about two seconds; `out` has no samples when the driver
 * refused, or the port was asked to stop. */
void timing_measure(const Device *device, Port *port, const TimedLaunch *launch, KernelTime *out);
/* Bytes a second of a copy in device memory, and multiply-adds in float, two operations each;
 * zeros where they cannot be measured. */
void timing_ceilings(const Device *device, Compiler *compiler, Port *port, Ceilings *out);

#endif
