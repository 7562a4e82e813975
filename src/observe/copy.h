/* Copies from global to shared memory without registers between: cp.async, but not its bulk form.
 */
#ifndef CULAB_OBSERVE_COPY_H
#define CULAB_OBSERVE_COPY_H

#include <stdbool.h>

#include "observe/traffic.h"

/* The load of a copy, until its store is told of. Start from {0}. */
typedef struct Copy {
    SimAccess load; /* mask 0: none */
    uint64_t address[32];
} Copy;

/* Whether the instruction makes such copies: it is none that waits for them. */
bool copy_is_made_by(const PtxInst *inst);
/* Whether an access is part of such a copy. */
bool copy_is_part(const SimAccess *access);
/* Whether it leaves out the L1 cache: cp.async.cg. */
bool copy_is_past_cache(const SimAccess *access);
/* Keeps the load. */
void copy_begin(Copy *copy, const SimAccess *load);
/* The passes over the banks: data is read from the cache where its address says and written to
 * shared memory, for each lane by itself, and either may take the more. Past the cache nothing
 * meets.
 */
Traffic copy_passes(const Copy *copy, const SimAccess *store);
/* The sectors that Nsight Compute counts for a load that leaves out the L1 cache (on an H200): by
 * the hardware's counters each piece that lies in one line of 128 bytes of global memory and comes
 * into one sector of 32 bytes of shared memory (`units`), by the addresses each that lies in one
 * sector of both (`sectors`). There was a load. */
void copy_past_cache(const Copy *copy, const SimAccess *store, Traffic *traffic);

#endif
