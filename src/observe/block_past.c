/* When blocks released. */
#include "observe/block_past.h"

#include <stdlib.h>
#include <string.h>

struct BlockPast {
    uint32_t block, warps;
    uint32_t count, room;
    uint32_t *whens;  /* [room] */
    uint16_t *clocks; /* [room][warps] */
};

/* The block's slot, or where it would be: a hash of block to number + 1. */
static size_t slot_of(const ReleaseLogs *logs, uint32_t block)
{
    size_t mask = logs->past_capacity - 1;
    size_t at = (block * UINT64_C(0x9E3779B97F4A7C15) >> 24) & mask;
    while (logs->past_slots[at] && logs->pasts[logs->past_slots[at] - 1].block != block)
        at = (at + 1) & mask;
    return at;
}

static bool pasts_grow(ReleaseLogs *logs)
{
    uint32_t room = logs->past_capacity ? (uint32_t)logs->past_capacity : 32;
    BlockPast *pasts = realloc(logs->pasts, room * sizeof *pasts);
    if (!pasts)
        return false;
    logs->pasts = pasts;
    uint32_t *slots = calloc((size_t)room * 2, sizeof *slots);
    if (!slots)
        return false;
    free(logs->past_slots);
    logs->past_slots = slots;
    logs->past_capacity = (size_t)room * 2;
    for (uint32_t i = 0; i < logs->past_count; i++)
        slots[slot_of(logs, pasts[i].block)] = i + 1;
    return true;
}

static BlockPast *past_for(ReleaseLogs *logs, uint32_t block, uint32_t warps)
{
    if (logs->past_count * (size_t)2 >= logs->past_capacity && !pasts_grow(logs))
        return NULL;
    size_t at = slot_of(logs, block);
    if (logs->past_slots[at] == 0) {
        logs->pasts[logs->past_count] = (BlockPast){.block = block, .warps = warps};
        logs->past_slots[at] = ++logs->past_count;
    }
    return &logs->pasts[logs->past_slots[at] - 1];
}

static bool past_grow(BlockPast *past)
{
    uint32_t room = past->room ? past->room * 2 : 4;
    uint32_t *whens = realloc(past->whens, room * sizeof *whens);
    if (!whens)
        return false;
    past->whens = whens;
    uint16_t *clocks = realloc(past->clocks, (size_t)room * past->warps * sizeof *clocks);
    if (!clocks)
        return false;
    past->clocks = clocks;
    past->room = room;
    return true;
}

void block_past_note(ReleaseLogs *logs, uint32_t block, const uint16_t *clocks, uint32_t warps)
{
    BlockPast *past = past_for(logs, block, warps);
    bool again = past && past->count && past->whens[past->count - 1] == logs->when;
    if (!past || (!again && past->count == past->room && !past_grow(past))) {
        logs->past_lost = true;
        return;
    }
    uint32_t at = again ? past->count - 1 : past->count++;
    past->whens[at] = logs->when;
    memcpy(past->clocks + (size_t)at * warps, clocks, warps * sizeof *clocks);
}

uint32_t block_past_until(const ReleaseLogs *logs, Moment moment)
{
    if (logs->past_lost)
        return 0;
    uint32_t number = logs->past_capacity ? logs->past_slots[slot_of(logs, moment.block)] : 0;
    if (number == 0)
        return UINT32_MAX;
    const BlockPast *past = &logs->pasts[number - 1];
    uint32_t low = 0, high = past->count; /* the first that may know the moment */
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (past->clocks[(size_t)middle * past->warps + moment.warp] > moment.clock)
            high = middle;
        else
            low = middle + 1;
    }
    return low == past->count ? UINT32_MAX : past->whens[low];
}

void block_pasts_free(ReleaseLogs *logs)
{
    for (uint32_t i = 0; i < logs->past_count; i++) {
        free(logs->pasts[i].whens);
        free(logs->pasts[i].clocks);
    }
    free(logs->pasts);
    free(logs->past_slots);
}
