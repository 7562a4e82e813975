/* The CUDA device runtime: what kernels may call of the runtime API (CUDA C++ Programming Guide,
 * "CUDA Dynamic Parallelism", "Device-Side API"). Programs link libcudadevrt.a for these functions;
 * the simulated device brings them whether or not that was done. */
#ifndef CULAB_SIM_ENGINE_DEVICE_RUNTIME_H
#define CULAB_SIM_ENGINE_DEVICE_RUNTIME_H

#include "sim/engine/call.h"

/* By its name in PTX: "cudaLaunchDevice", "__cudaCDP2LaunchDevice", "..._ptsz". NULL: none. */
External device_runtime_find(View name);

/* The device's heap, as malloc() and free() in a kernel use it: external.c. */
uint64_t device_heap_take(SimWarp *warp, uint64_t size); /* 0: it is full */
/* False: not an address of the heap; the run is over and the finding told. */
bool device_heap_give_back(SimWarp *warp, const SimInst *inst, uint32_t lane, uint64_t address);

#endif
