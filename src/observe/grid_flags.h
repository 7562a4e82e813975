/* What grids that run beside each other order by fences and flags: data, a fence, an atomic
 * operation or a flag on one side; the flag on the other. Leans towards silence: a fence of a warp
 * is taken to cover what its grid did before, and a flag that a thread reads is known to its block.
 */
#ifndef CULAB_OBSERVE_GRID_FLAGS_H
#define CULAB_OBSERVE_GRID_FLAGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sim/observer.h"

/* Part of a grid: the block, and which grid of Kin's. */
typedef struct GridPart {
    uint32_t grid, block;
} GridPart;

typedef struct GridFlag GridFlag;

typedef struct GridFlags {
    GridFlag **flags; /* open addressing by address */
    size_t capacity, count;
    struct GridFence {
        GridPart part;
        uint64_t time;
    } * fences; /* of the last fence of a block, by a hash of it */
    struct GridHeard {
        GridPart part;
        const GridFlag *flag;
        uint32_t count; /* releases of the flag that it knows */
    } * heard;
    size_t heard_count, heard_room;
    uint32_t releases; /* by fences and flags, so far */
} GridFlags;

void grid_flags_free(GridFlags *flags);
/* Functions that return a truth value: false: no memory. */
bool grid_flags_fence(GridFlags *flags, GridPart part, uint64_t time);
/* A strong write; `fenced`: it releases by itself. */
bool grid_flags_release(GridFlags *flags, GridPart part, uint64_t address, uint64_t time,
                        bool fenced);
/* A strong read. */
bool grid_flags_acquire(GridFlags *flags, GridPart part, uint64_t address);
/* What a strong access of the grid's scope hears, or what it tells. */
bool grid_flags_pass(GridFlags *flags, GridPart part, const SimAccess *access, uint64_t time,
                     bool hears);
/* Whether `part` knows what the grid did at `time`. */
bool grid_flags_know(const GridFlags *flags, GridPart part, uint32_t grid, uint64_t time);

#endif
