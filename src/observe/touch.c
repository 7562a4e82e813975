/* Which bytes of global memory a launch reads and writes, as ordered ranges that don't meet. */
#include "observe/touch.h"

#include <stdlib.h>
#include <string.h>

enum { RANGES_MAX = 4096, LANES = 32 };

typedef struct Range {
    uint64_t begin, end;
} Range;

typedef struct Ranges {
    Range data[RANGES_MAX];
    size_t count, last; /* last: that was found */
    bool full;          /* it would have been too many */
} Ranges;

struct Touches {
    SimObserver observer;
    Ranges ranges[TOUCH_KINDS], strong; /* volatile and atomic ones once more */
};

/* The first range that ends at or behind `begin`. */
static size_t range_find(const Ranges *ranges, uint64_t begin)
{
    size_t low = 0, high = ranges->count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (ranges->data[middle].end < begin)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void range_insert(Ranges *ranges, size_t at, Range range)
{
    if (ranges->count == RANGES_MAX) {
        ranges->full = true;
        return;
    }
    memmove(&ranges->data[at + 1], &ranges->data[at], (ranges->count - at) * sizeof range);
    ranges->data[at] = range;
    ranges->count++;
}

/* Takes in those behind `at` that it has grown into. */
static void range_join(Ranges *ranges, size_t at)
{
    Range *range = &ranges->data[at];
    size_t next = at + 1;
    while (next < ranges->count && ranges->data[next].begin <= range->end) {
        if (ranges->data[next].end > range->end)
            range->end = ranges->data[next].end;
        next++;
    }
    memmove(range + 1, &ranges->data[next], (ranges->count - next) * sizeof *range);
    ranges->count -= next - at - 1;
}

static void range_add(Ranges *ranges, uint64_t begin, uint64_t end)
{
    if (ranges->full)
        return;
    if (ranges->last < ranges->count && ranges->data[ranges->last].begin <= begin &&
        end <= ranges->data[ranges->last].end)
        return;
    size_t at = range_find(ranges, begin);
    ranges->last = at;
    if (at == ranges->count || ranges->data[at].begin > end) {
        range_insert(ranges, at, (Range){begin, end});
        return;
    }
    if (begin < ranges->data[at].begin)
        ranges->data[at].begin = begin;
    if (end > ranges->data[at].end) {
        ranges->data[at].end = end;
        range_join(ranges, at);
    }
}

static TouchKind kind_of(SimAccessKind kind)
{
    return kind == SIM_ACCESS_LOAD    ? TOUCH_READ
           : kind == SIM_ACCESS_STORE ? TOUCH_WRITE
                                      : TOUCH_ATOMIC;
}

/* Lanes whose addresses follow each other are one range. */
static void add_access(Ranges *ranges, const SimAccess *access)
{
    uint64_t begin = 0, end = 0;
    for (int lane = 0; lane < LANES; lane++) {
        if (!(access->mask >> lane & 1))
            continue;
        uint64_t address = access->address[lane];
        if (address != end || begin == end) {
            if (begin < end)
                range_add(ranges, begin, end);
            begin = address;
        }
        end = address + access->bytes;
    }
    if (begin < end)
        range_add(ranges, begin, end);
}

static void on_access(void *self, const SimWarpInfo *warp, const SimAccess *access)
{
    Touches *touches = self;
    (void)warp;
    if (access->space != PTX_SPACE_GLOBAL)
        return;
    add_access(&touches->ranges[kind_of(access->kind)], access);
    if (access->order != SIM_ORDER_WEAK)
        add_access(&touches->strong, access);
}

static void on_launch_begin(void *self, const SimLaunchInfo *launch)
{
    Touches *touches = self;
    if (launch->work) /* a part of the launch that it belongs to */
        return;
    touches->strong.count = touches->strong.last = 0;
    touches->strong.full = false;
    for (int kind = 0; kind < TOUCH_KINDS; kind++) {
        touches->ranges[kind].count = touches->ranges[kind].last = 0;
        touches->ranges[kind].full = false;
    }
}

static void on_moved(void *self, uint64_t work, uint64_t to, uint64_t from, uint64_t size)
{
    Touches *touches = self;
    (void)work;
    range_add(&touches->ranges[TOUCH_WRITE], to, to + size);
    if (from)
        range_add(&touches->ranges[TOUCH_READ], from, from + size);
}

Touches *touches_new(void)
{
    Touches *touches = calloc(1, sizeof *touches);
    if (touches)
        touches->observer = (SimObserver){.self = touches,
                                          .launch_begin = on_launch_begin,
                                          .access = on_access,
                                          .moved = on_moved};
    return touches;
}

void touches_free(Touches *touches)
{
    free(touches);
}

const SimObserver *touches_observer(Touches *touches)
{
    return &touches->observer;
}

bool touches_strongly(const Touches *touches, uint64_t address, uint64_t size)
{
    const Ranges *ranges = &touches->strong;
    bool found = ranges->full;
    for (size_t i = 0; i < ranges->count && !found; i++)
        found = ranges->data[i].begin < address + size && address < ranges->data[i].end;
    return found;
}

void touches_each(const Touches *touches, void *state,
                  void (*each)(void *state, TouchKind kind, uint64_t address, uint64_t size))
{
    for (int kind = 0; kind < TOUCH_KINDS; kind++) {
        const Ranges *ranges = &touches->ranges[kind];
        for (size_t i = 0; i < ranges->count && !ranges->full; i++)
            each(state, (TouchKind)kind, ranges->data[i].begin,
                 ranges->data[i].end - ranges->data[i].begin);
    }
}
