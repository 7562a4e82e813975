/* Small numbers for the places in the program, and threads as one number each. */
#ifndef CULAB_OBSERVE_SITE_H
#define CULAB_OBSERVE_SITE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sim/observer.h"

/* What really happens there: inside of a function that is called, the instruction in it. */
static inline const PtxInst *site_inst(const SimSite *site)
{
    return site->inner ? site->inner : site->inst;
}

typedef struct SiteSlot {
    const PtxInst *inst, *inner;
    uint32_t number; /* 0: free */
} SiteSlot;

typedef struct SiteTable {
    SimSite *sites; /* number n stands at [n - 1] */
    size_t count, room;
    SiteSlot *slots; /* by a hash of both */
    size_t capacity;
} SiteTable;

static inline size_t site_slot(const SiteTable *table, const SimSite *site)
{
    uint64_t key = (uintptr_t)site->inst + 3 * (uint64_t)(uintptr_t)site->inner;
    return (size_t)((key * UINT64_C(0x9E3779B97F4A7C15)) >> 24) & (table->capacity - 1);
}
/* 1, 2, ...; 0: no memory. The same instruction, and the same one inside of it, always give the
 * same number. */
uint32_t site_number_new(SiteTable *table, const SimSite *site);
static inline uint32_t site_number(SiteTable *table, const SimSite *site)
{
    const SiteSlot *slot = table->capacity ? &table->slots[site_slot(table, site)] : NULL;
    if (slot && slot->inst == site->inst && slot->inner == site->inner && slot->number)
        return slot->number;
    return site_number_new(table, site);
}
/* The number that a place has already; 0: none. */
uint32_t site_known(const SiteTable *table, const SimSite *site);
SimSite site_of(const SiteTable *table, uint32_t number); /* all NULL for 0 */
void site_table_free(SiteTable *table);

/* A thread of a launch as one number, 1 and up: 32 times the warp's number in the grid, plus lane.
 * 0 is nobody. A grid of 2^32 threads or more doesn't fit; who_fits() says so. */
typedef uint32_t Who;
static inline uint32_t who_warps(const SimLaunchInfo *launch) /* in a block */
{
    return (launch->block.x * launch->block.y * launch->block.z + 31) / 32;
}
static inline Who who_lane0(const SimWarpInfo *warp)
{
    return (warp->block_linear * who_warps(warp->launch) + warp->warp) * 32 + 1;
}
bool who_fits(SimDim grid, SimDim block);
void who_place(Who who, SimDim grid, SimDim block, SimDim *block_index, SimDim *thread_index);

#endif
