/* Copies from global to shared memory that leave out the L1 cache: cp.async.cg. */
#ifndef CULAB_OBSERVE_BYPASS_H
#define CULAB_OBSERVE_BYPASS_H

#include <stdbool.h>

#include "sim/observer.h"

/* The load of a copy, until its store is told of. Start from {0}. */
typedef struct Bypass {
    SimAccess load; /* mask 0: none */
    uint64_t address[32];
} Bypass;

/* Whether an access is part of such a copy. */
bool bypass_is_part(const SimAccess *access);
/* Keeps the load. */
void bypass_begin(Bypass *bypass, const SimAccess *load);
/* The sectors that Nsight Compute counts for the load (on an H200): each piece that lies in one
 * line of 128 bytes of global memory and comes into one sector of 32 bytes of shared memory is
 * asked for by itself. 0: there was no load. */
uint32_t bypass_sectors(const Bypass *bypass, const SimAccess *store);

#endif
