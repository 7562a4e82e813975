/* Where allocations lie in the region: upwards to its end, then in what was freed. */
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "sim/memory_state.h"

static bool commit(SimMemory *memory, uint64_t end)
{
    uint64_t to = memory_round_up(end, UINT64_C(1) << 20);
    uint64_t region_end = memory->base + memory->size;
    if (to > region_end)
        to = region_end;
    if (to <= memory->committed)
        return true;
    if (mprotect((void *)(uintptr_t)memory->committed, to - memory->committed,
                 PROT_READ | PROT_WRITE) != 0)
        return false;
    memory->committed = to;
    return true;
}

static bool hole_add(SimMemory *memory, uint64_t begin, uint64_t end)
{
    if (memory->hole_count == memory->hole_capacity) {
        size_t capacity = memory->hole_capacity ? memory->hole_capacity * 2 : 64;
        Hole *holes = realloc(memory->holes, capacity * sizeof(*holes));
        if (!holes)
            return false;
        memory->holes = holes;
        memory->hole_capacity = capacity;
    }
    memory->holes[memory->hole_count++] = (Hole){begin, end};
    return true;
}

/* One granule after an allocation stays free. */
static uint64_t end_of(uint64_t at, uint64_t size)
{
    return memory_round_up(at + size, GRANULE) + GRANULE;
}

/* The oldest freed range that has room; what is left of it stays a hole. */
static uint64_t place_in_hole(SimMemory *memory, uint64_t size, uint64_t align)
{
    for (size_t i = 0; i < memory->hole_count; i++) {
        Hole *hole = &memory->holes[i];
        uint64_t at = memory_round_up(hole->begin, align);
        uint64_t end = end_of(at, size);
        if (at < hole->begin || end > hole->end)
            continue;
        hole->begin = end;
        if (hole->begin >= hole->end) {
            memmove(hole, hole + 1, (memory->hole_count - i - 1) * sizeof(*hole));
            memory->hole_count--;
        }
        return at;
    }
    return 0;
}

static int address_compare(const void *a, const void *b)
{
    const Hole *left = a, *right = b;
    return left->begin < right->begin ? -1 : left->begin > right->begin;
}

static bool in_region(const SimMemory *memory, const SimAlloc *alloc)
{
    return alloc->address - memory->base < memory->size;
}

/* All live allocations in the region, by address. NULL: no memory. */
static Hole *live_ranges(const SimMemory *memory, size_t *count)
{
    size_t most = 1;
    for (uint32_t id = 1; id <= memory->count; id++)
        most += memory_record(memory, id)->live;
    Hole *ranges = malloc(most * sizeof(*ranges));
    *count = 0;
    for (uint32_t id = 1; ranges && id <= memory->count; id++) {
        const SimAlloc *alloc = memory_record(memory, id);
        if (alloc->live && in_region(memory, alloc))
            ranges[(*count)++] = (Hole){alloc->address, end_of(alloc->address, alloc->size)};
    }
    if (ranges)
        qsort(ranges, *count, sizeof(*ranges), address_compare);
    return ranges;
}

/* Makes the holes anew from what is live: neighbours become one, and what alignment left out is
 * there again. */
static void holes_merge(SimMemory *memory)
{
    size_t count;
    Hole *ranges = live_ranges(memory, &count);
    uint64_t at = memory->base + GRANULE;
    if (!ranges)
        return;
    memory->hole_count = 0;
    for (size_t i = 0; i < count; i++) {
        if (ranges[i].begin > at && !hole_add(memory, at, ranges[i].begin))
            break;
        at = ranges[i].end;
    }
    if (memory->top > at)
        hole_add(memory, at, memory->top);
    free(ranges);
}

/* When the region's end is reached. Merging is tried once for each state of the memory. */
static uint64_t place_again(SimMemory *memory, uint64_t size, uint64_t align)
{
    uint64_t at = place_in_hole(memory, size, align);
    if (at || memory->merged == memory->generation + 1)
        return at;
    holes_merge(memory);
    memory->merged = memory->generation + 1;
    return place_in_hole(memory, size, align);
}

uint64_t memory_place(SimMemory *memory, uint64_t size, uint64_t align)
{
    uint64_t at = memory_round_up(memory->top, align);
    uint64_t end = end_of(at, size);
    if (end > memory->base + memory->size)
        return place_again(memory, size, align);
    if (!commit(memory, end))
        return 0;
    memory->top = end;
    return at;
}

void memory_unplace(SimMemory *memory, const SimAlloc *alloc)
{
    /* without room in the list the range is lost until holes are merged */
    hole_add(memory, alloc->address, end_of(alloc->address, alloc->size));
}
