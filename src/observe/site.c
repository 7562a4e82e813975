/* Small numbers for the places in the program, and threads as one number each. */
#include "observe/site.h"

#include <stdlib.h>

static size_t slot_of(const SiteTable *table, const SimSite *site)
{
    size_t mask = table->capacity - 1, at = site_slot(table, site);
    while (table->slots[at].number &&
           (table->slots[at].inst != site->inst || table->slots[at].inner != site->inner))
        at = (at + 1) & mask;
    return at;
}

static bool grow(SiteTable *table)
{
    size_t room = table->room ? table->room * 2 : 64;
    SimSite *sites = realloc(table->sites, room * sizeof *sites);
    if (!sites)
        return false;
    table->sites = sites;
    SiteSlot *slots = calloc(room * 2, sizeof *slots);
    if (!slots)
        return false;
    free(table->slots);
    table->slots = slots;
    table->capacity = room * 2;
    table->room = room;
    for (size_t i = 0; i < table->count; i++)
        slots[slot_of(table, &sites[i])] =
            (SiteSlot){sites[i].inst, sites[i].inner, (uint32_t)i + 1};
    return true;
}

uint32_t site_number_new(SiteTable *table, const SimSite *site)
{
    if (table->count == table->room && !grow(table))
        return 0;
    size_t at = slot_of(table, site);
    if (table->slots[at].number == 0) {
        table->sites[table->count++] = *site;
        table->slots[at] = (SiteSlot){site->inst, site->inner, (uint32_t)table->count};
    }
    return table->slots[at].number;
}

uint32_t site_known(const SiteTable *table, const SimSite *site)
{
    return table->capacity ? table->slots[slot_of(table, site)].number : 0;
}

SimSite site_of(const SiteTable *table, uint32_t number)
{
    return number >= 1 && number <= table->count ? table->sites[number - 1] : (SimSite){0};
}

void site_table_free(SiteTable *table)
{
    free(table->sites);
    free(table->slots);
    *table = (SiteTable){0};
}

static uint64_t volume(SimDim dim)
{
    return (uint64_t)dim.x * dim.y * dim.z;
}

bool who_fits(SimDim grid, SimDim block)
{
    uint64_t warps = (volume(block) + 31) / 32, blocks;
    return !__builtin_mul_overflow((uint64_t)grid.x * grid.y, grid.z, &blocks) &&
           blocks <= (UINT32_MAX - 1) / 32 / (warps ? warps : 1);
}

static SimDim unflatten(uint64_t linear, SimDim dim)
{
    return (SimDim){(uint32_t)(linear % dim.x), (uint32_t)(linear / dim.x % dim.y),
                    (uint32_t)(linear / dim.x / dim.y)};
}

void who_place(Who who, SimDim grid, SimDim block, SimDim *block_index, SimDim *thread_index)
{
    uint64_t warps = (volume(block) + 31) / 32;
    uint64_t warp = (who - 1) / 32;
    *block_index = unflatten(warp / warps, grid);
    *thread_index = unflatten(warp % warps * 32 + (who - 1) % 32, block);
}
