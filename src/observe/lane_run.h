/* Runs of lanes whose addresses follow or repeat each other, as the engine hints at them. */
#ifndef CULAB_OBSERVE_LANE_RUN_H
#define CULAB_OBSERVE_LANE_RUN_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/observer.h"

typedef struct LaneRun {
    uint32_t lane, count; /* lanes [lane, lane + count) */
    uint64_t start, end;  /* the bytes that they access, all of them */
} LaneRun;

/* How many lanes from `lane` on are joined: bit l joins l - 1 and l. */
static inline uint32_t lane_run_length(uint32_t joined, uint32_t lane)
{
    return lane == 31 ? 1 : 1 + (uint32_t)__builtin_ctz(~(joined >> (lane + 1)));
}

/* Takes the first run out of `left`, which is not 0. */
static inline LaneRun lane_run_next(const SimAccess *access, uint32_t joined, uint32_t *left)
{
    uint32_t lane = (uint32_t)__builtin_ctz(*left);
    uint32_t count = lane_run_length(joined & *left, lane);
    uint32_t last = lane + count - 1;
    *left &= last == 31 ? 0 : UINT32_MAX << (last + 1);
    return (LaneRun){lane, count, access->address[lane], access->address[last] + access->bytes};
}

/* Lanes of a mask that lie in the same page of 1 << bits bytes as the first of them. */
static inline uint32_t lanes_together(const SimAccess *access, uint32_t lanes, uint32_t bits)
{
    const uint64_t first = access->address[__builtin_ctz(lanes)];
    uint32_t together = 0;
    for (uint32_t l = 0; l < 32; l++)
        together |= (uint32_t)((access->address[l] ^ first) >> bits == 0) << l;
    return together & lanes;
}

/* Whether all lanes lie in [start, start + size). */
static inline bool lanes_inside(const SimAccess *access, uint64_t start, uint64_t size)
{
    uint64_t low = access->low, high = access->high;
    if (!high)
        return false; /* not known */
    return low >= start && high - start <= size;
}

#endif
