/* Figures of a launch that nobody counts while it runs: its shape, registers, memory, and how many
 * blocks fit on a multiprocessor and what limits them. */
#ifndef CULAB_WORKER_FIGURES_H
#define CULAB_WORKER_FIGURES_H

#include "result/result.h"
#include "wire/message.h"
#include "worker/device.h"

/* `symbol`: the kernel as in the PTX. Registers are those of `code`, or where that is NULL, on a
 * GPU, the driver's; on the simulator without `code` what depends on registers is left out. */
void figures_add(const Device *device, CUfunction function, const char *symbol,
                 const KernelCode *code, const RunMessage *message, RunResult *run);

#endif
