/* How many sectors and bank wavefronts one warp's access costs, and the least it could cost. */
#ifndef CULAB_OBSERVE_TRAFFIC_H
#define CULAB_OBSERVE_TRAFFIC_H

#include <stdint.h>

typedef struct Traffic {
    uint32_t units; /* distinct 32-byte sectors, or wavefronts of the 32 four-byte banks */
    uint32_t ideal; /* for as many distinct bytes, packed */
} Traffic;

/* Lanes in `mask` access `bytes` each. CUDA C++ Best Practices Guide, "Coalesced access". */
Traffic traffic_sectors(const uint64_t *address, uint32_t mask, uint32_t bytes);
/* The same for `distinct` elements side by side from address `first` on. */
Traffic traffic_sectors_run(uint64_t first, uint32_t distinct, uint32_t bytes);
/* Accesses of 8 bytes are served by half-warps and of 16 by quarter-warps; lanes that share a word
 * share its fetch. CUDA C++ Programming Guide, compute capability 5.x and later, shared memory. */
Traffic traffic_wavefronts(const uint64_t *address, uint32_t mask, uint32_t bytes);

#endif
