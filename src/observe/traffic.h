/* How many sectors and bank wavefronts one warp's access costs, and the least it could cost. */
#ifndef CULAB_OBSERVE_TRAFFIC_H
#define CULAB_OBSERVE_TRAFFIC_H

#include <stdint.h>

#include "sim/observer.h"

typedef struct Traffic {
    uint32_t units;   /* distinct 32-byte sectors, or wavefronts of the 32 four-byte banks */
    uint32_t ideal;   /* for as many distinct bytes, packed */
    uint32_t bytes;   /* distinct ones; loads and stores alone */
    uint32_t sectors; /* distinct ones of global memory, */
    uint32_t lines;   /* 128-byte lines, */
    uint32_t packed;  /* sectors that the lanes' bytes fill, side by side, but no more than these */
} Traffic;

/* CUDA C++ Best Practices Guide, "Coalesced access". */
Traffic traffic_sectors(const SimAccess *access);
/* Accesses of 8 bytes are served by half-warps and of 16 by quarter-warps; lanes that share a word
 * share its fetch. CUDA C++ Programming Guide, compute capability 5.x and later, shared memory.
 * Loads come in half as many parts where all lanes have the address of their neighbour, that by 1
 * or that by 2, or none is there, but for those of matrices; as Nsight Compute counts on an H200.
 */
Traffic traffic_wavefronts(const SimAccess *access);
/* Atomics in shared memory: as traffic_wavefronts(), but lanes at one address come one by one, and
 * the pairs of loads make no difference. */
Traffic traffic_shared_atomics(const SimAccess *access);
/* Atomics in global memory: as traffic_sectors(), but lanes at one address come one by one, and a
 * sector is counted as often as the address in it that most of them share. Ideal: the addresses. */
Traffic traffic_global_atomics(const SimAccess *access);
/* Local memory lies interleaved, the words of a warp's lanes side by side (Programming Guide,
 * "Local Memory"): lanes that access the same variable share sectors. */
Traffic traffic_local(const SimAccess *access);
/* How many distinct addresses. */
uint32_t traffic_addresses(const SimAccess *access);

#endif
