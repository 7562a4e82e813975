/* Flags by their addresses, each with the releases at it in order. */
#include "observe/grid_flags.h"

#include <stdlib.h>

enum { FENCES = 4096, RELEASES_MOST = 1 << 16, HEARD_MOST = 1 << 16 };

typedef struct Released {
    uint32_t grid;
    uint64_t time; /* what the grid did before is released */
} Released;

struct GridFlag {
    uint64_t address;
    Released *items;
    uint32_t count, room;
};

void grid_flags_free(GridFlags *flags)
{
    for (size_t i = 0; i < flags->capacity; i++)
        if (flags->flags[i]) {
            free(flags->flags[i]->items);
            free(flags->flags[i]);
        }
    free(flags->flags);
    free(flags->fences);
    free(flags->heard);
    *flags = (GridFlags){0};
}

static bool same_part(GridPart a, GridPart b)
{
    return a.grid == b.grid && a.block == b.block;
}

static struct GridFence *fence_of(const GridFlags *flags, GridPart part)
{
    return &flags->fences[(part.grid * UINT32_C(2654435761) + part.block) % FENCES];
}

bool grid_flags_fence(GridFlags *flags, GridPart part, uint64_t time)
{
    flags->releases++;
    if (!flags->fences && !(flags->fences = calloc(FENCES, sizeof *flags->fences)))
        return false;
    *fence_of(flags, part) = (struct GridFence){part, time};
    return true;
}

static size_t slot_of(const GridFlags *flags, uint64_t address)
{
    size_t at = (size_t)((address * UINT64_C(0x9E3779B97F4A7C15)) >> 24) & (flags->capacity - 1);
    while (flags->flags[at] && flags->flags[at]->address != address)
        at = (at + 1) & (flags->capacity - 1);
    return at;
}

static bool grow(GridFlags *flags)
{
    GridFlags old = *flags;
    flags->capacity = old.capacity ? old.capacity * 2 : 64;
    flags->flags = calloc(flags->capacity, sizeof(GridFlag *));
    if (!flags->flags) {
        *flags = old;
        return false;
    }
    for (size_t i = 0; i < old.capacity; i++)
        if (old.flags[i])
            flags->flags[slot_of(flags, old.flags[i]->address)] = old.flags[i];
    free(old.flags);
    return true;
}

static GridFlag *flag_of(GridFlags *flags, uint64_t address)
{
    if (flags->count * 2 >= flags->capacity && !grow(flags))
        return NULL;
    GridFlag **at = &flags->flags[slot_of(flags, address)];
    if (!*at && (*at = calloc(1, sizeof **at))) {
        (*at)->address = address;
        flags->count++;
    }
    return *at;
}

bool grid_flags_release(GridFlags *flags, GridPart part, uint64_t address, uint64_t time,
                        bool fenced)
{
    const struct GridFence *fence = flags->fences ? fence_of(flags, part) : NULL;
    if (!fenced && !(fence && same_part(fence->part, part)))
        return true;
    Released now = {part.grid, fenced ? time : fence->time};
    GridFlag *flag = flag_of(flags, address);
    if (!flag)
        return false;
    if (flag->count == flag->room) {
        uint32_t room = flag->room ? flag->room * 2 : 4;
        Released *items = room <= RELEASES_MOST ? realloc(flag->items, room * sizeof now) : NULL;
        if (!items)
            return false;
        flag->items = items;
        flag->room = room;
    }
    flag->items[flag->count++] = now;
    return true;
}

bool grid_flags_acquire(GridFlags *flags, GridPart part, uint64_t address)
{
    const GridFlag *flag = flags->capacity ? flags->flags[slot_of(flags, address)] : NULL;
    if (!flag)
        return true;
    for (size_t i = flags->heard_count; i > 0; i--)
        if (flags->heard[i - 1].flag == flag && same_part(flags->heard[i - 1].part, part)) {
            flags->heard[i - 1].count = flag->count;
            return true;
        }
    if (flags->heard_count == flags->heard_room) {
        size_t room = flags->heard_room ? flags->heard_room * 2 : 16;
        void *grown =
            room <= HEARD_MOST ? realloc(flags->heard, room * sizeof *flags->heard) : NULL;
        if (!grown)
            return false;
        flags->heard = grown;
        flags->heard_room = room;
    }
    flags->heard[flags->heard_count++] = (struct GridHeard){part, flag, flag->count};
    return true;
}

bool grid_flags_pass(GridFlags *flags, GridPart part, const SimAccess *access, uint64_t time,
                     bool hears)
{
    const bool fenced = access->order >= SIM_ORDER_RELEASE;
    bool ok = true;
    for (uint32_t left = access->mask; left; left &= left - 1) {
        uint64_t address = access->address[__builtin_ctz(left)];
        ok &= hears ? grid_flags_acquire(flags, part, address)
                    : grid_flags_release(flags, part, address, time, fenced);
    }
    flags->releases += !hears && fenced;
    return ok;
}

bool grid_flags_know(const GridFlags *flags, GridPart part, uint32_t grid, uint64_t time)
{
    for (size_t i = 0; i < flags->heard_count; i++)
        for (uint32_t k = 0; same_part(flags->heard[i].part, part) && k < flags->heard[i].count;
             k++)
            if (flags->heard[i].flag->items[k].grid == grid &&
                flags->heard[i].flag->items[k].time >= time)
                return true;
    return false;
}
