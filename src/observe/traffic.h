/* How many sectors and bank wavefronts one warp's access costs, and the least it could cost. */
#ifndef CULAB_OBSERVE_TRAFFIC_H
#define CULAB_OBSERVE_TRAFFIC_H

#include <stdint.h>

#include "sim/observer.h"

typedef struct Traffic {
    uint32_t units; /* distinct 32-byte sectors, or wavefronts of the 32 four-byte banks */
    uint32_t ideal; /* for as many distinct bytes, packed */
} Traffic;

/* CUDA C++ Best Practices Guide, "Coalesced access". */
Traffic traffic_sectors(const SimAccess *access);
/* Accesses of 8 bytes are served by half-warps and of 16 by quarter-warps; lanes that share a word
 * share its fetch. CUDA C++ Programming Guide, compute capability 5.x and later, shared memory. */
Traffic traffic_wavefronts(const SimAccess *access);

#endif
