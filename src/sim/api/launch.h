/* Launches: checked as a device checks them, then queued. */
#ifndef CULAB_SIM_API_LAUNCH_H
#define CULAB_SIM_API_LAUNCH_H

#include "sim/api/function.h"
#include "sim/api/hints.h"
#include "sim/api/queue.h"

typedef struct LaunchShape {
    SimDim grid, block;
    uint64_t shared; /* dynamic bytes */
    bool cooperative;
    bool verbatim;      /* the block was set and checked before, and is meant as it is */
    SimDim cluster;     /* as the launch asks for; x 0: not at all */
    const Hints *hints; /* of cuLaunchKernelEx; NULL: none */
} LaunchShape;

/* Blocks of a cluster: what the kernel was compiled for, or the launch asks for; x 0: neither. */
SimDim launch_cluster(const Function *function, const LaunchShape *shape);
/* The shape as the device runs it. A block of one thread stands for the size that the kernel asks
 * for
 * (.reqntid); with .blocksareclusters (ISA 11.7.5) the grid is counted in clusters. */
LaunchShape launch_seen(const Function *function, const LaunchShape *shape);
/* A block is of the size that the kernel asks for, or of at most that. */
bool launch_threads_fit(const Function *function, SimDim block);
/* CUDA_SUCCESS, or what a device answers to this shape. A launch is looked at in this order: the
 * shape, its parameters, whether there is room for it. */
CUresult launch_check(const Function *function, const LaunchShape *shape);
CUresult launch_check_cluster(const Function *function, const LaunchShape *shape);
/* `sms`: multiprocessors that it may use. */
CUresult launch_check_room(const Function *function, const LaunchShape *shape, unsigned sms);
/* Queues the launch; `parameters` holds the kernel's parameter block and is copied. */
CUresult launch_enqueue(Stream *stream, Function *function, const LaunchShape *shape,
                        const void *parameters);
/* Gathers the parameter block from one of the two forms. `out` has room for param_size bytes. */
CUresult parameters_gather(const PtxFunction *ptx, void **parameters, void **extra, void *out);

#endif
