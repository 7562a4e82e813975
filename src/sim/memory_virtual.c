/* Device memory in virtual ranges: address space reserved in one piece, pages mapped into it. */
#include "sim/memory_state.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define SPACE_LARGEST (UINT64_C(4) << 40)
#define SPACE_SMALLEST (UINT64_C(16) << 30)

enum { VIRTUAL_SHIFT = 21 };

typedef struct Range {
    uint64_t begin, end;
} Range;

struct Virtual {
    uint64_t base, size;
    _Atomic uint32_t *ids; /* of records, by granule */
    Range *ranges;         /* reserved, by address */
    size_t count, capacity;
    uint64_t next; /* where the search for room begins: ranges are not reused soon */
};

static Virtual *virtual_new(void)
{
    Virtual *made = calloc(1, sizeof(*made));
    for (uint64_t size = SPACE_LARGEST; made && size >= SPACE_SMALLEST; size /= 2) {
        void *space = memory_address_space(size + SIM_VIRTUAL_GRANULE);
        if (!space)
            continue;
        made->ids = calloc(size >> VIRTUAL_SHIFT, sizeof(*made->ids));
        if (!made->ids) {
            munmap(space, size + SIM_VIRTUAL_GRANULE);
            break;
        }
        made->base = memory_round_up((uint64_t)(uintptr_t)space, SIM_VIRTUAL_GRANULE);
        made->size = size;
        made->next = made->base;
        return made;
    }
    free(made);
    return NULL;
}

void memory_virtual_free(SimMemory *memory)
{
    Virtual *space = memory->ranges;
    if (!space)
        return;
    munmap((void *)(uintptr_t)space->base, space->size);
    free((void *)space->ids);
    free(space->ranges);
    free(space);
}

bool memory_is_virtual(const SimMemory *memory, uint64_t address)
{
    const Virtual *space = atomic_load_explicit(&memory->ranges, memory_order_acquire);
    return space && address - space->base < space->size;
}

uint32_t memory_virtual_id(const SimMemory *memory, uint64_t address)
{
    const Virtual *space = atomic_load_explicit(&memory->ranges, memory_order_acquire);
    return atomic_load_explicit(&space->ids[(address - space->base) >> VIRTUAL_SHIFT],
                                memory_order_acquire);
}

/* The first reservation that ends after the address. */
static size_t range_after(const Virtual *space, uint64_t address)
{
    size_t low = 0, high = space->count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (space->ranges[middle].end <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* The lowest free address from `from` on; 0: no room up to the end. */
static uint64_t room_find(const Virtual *space, uint64_t from, uint64_t size, uint64_t align)
{
    uint64_t at = memory_round_up(from, align);
    for (size_t i = range_after(space, at); i < space->count; i++) {
        if (space->ranges[i].begin >= at && space->ranges[i].begin - at >= size)
            return at;
        at = memory_round_up(space->ranges[i].end, align);
    }
    uint64_t end = space->base + space->size;
    return at >= from && at <= end && end - at >= size ? at : 0;
}

static bool range_add(Virtual *space, uint64_t begin, uint64_t size)
{
    if (space->count == space->capacity) {
        size_t capacity = space->capacity ? 2 * space->capacity : 16;
        Range *grown = realloc(space->ranges, capacity * sizeof(*grown));
        if (!grown)
            return false;
        space->ranges = grown;
        space->capacity = capacity;
    }
    size_t at = range_after(space, begin);
    memmove(&space->ranges[at + 1], &space->ranges[at], (space->count - at) * sizeof(Range));
    space->ranges[at] = (Range){begin, begin + size};
    space->count++;
    return true;
}

static uint64_t reserve_locked(SimMemory *memory, uint64_t size, uint64_t align, uint64_t hint)
{
    if (!memory->ranges)
        memory->ranges = virtual_new();
    Virtual *space = memory->ranges;
    if (!space || size > space->size)
        return 0;
    uint64_t at = 0;
    if (hint - space->base < space->size && hint % align == 0 &&
        room_find(space, hint, size, align) == hint)
        at = hint;
    if (!at)
        at = room_find(space, space->next, size, align);
    if (!at)
        at = room_find(space, space->base, size, align);
    if (!at || !range_add(space, at, size))
        return 0;
    space->next = at + size;
    return at;
}

uint64_t sim_memory_reserve(SimMemory *memory, uint64_t size, uint64_t align, uint64_t hint)
{
    if (align < SIM_VIRTUAL_GRANULE)
        align = SIM_VIRTUAL_GRANULE;
    if (align & (align - 1) || align > SPACE_LARGEST || !size)
        return 0;
    pthread_mutex_lock(&memory->lock);
    uint64_t at = reserve_locked(memory, size, align, hint);
    pthread_mutex_unlock(&memory->lock);
    return at;
}

/* The reservation around the range; NULL: none. */
static Range *range_around(Virtual *space, uint64_t address, uint64_t size)
{
    size_t at = space ? range_after(space, address) : 0;
    if (!space || at == space->count)
        return NULL;
    Range *range = &space->ranges[at];
    bool inside = address >= range->begin && size <= range->end - address;
    return inside ? range : NULL;
}

bool sim_memory_unreserve(SimMemory *memory, uint64_t address, uint64_t size)
{
    pthread_mutex_lock(&memory->lock);
    Virtual *space = memory->ranges;
    Range *range = range_around(space, address, size);
    bool found = range && range->begin == address && range->end - address == size;
    if (found) {
        size_t at = (size_t)(range - space->ranges);
        space->count--;
        memmove(range, range + 1, (space->count - at) * sizeof(Range));
    }
    pthread_mutex_unlock(&memory->lock);
    return found;
}

bool sim_memory_is_reserved(SimMemory *memory, uint64_t address, uint64_t size)
{
    pthread_mutex_lock(&memory->lock);
    bool found = range_around(memory->ranges, address, size) != NULL;
    pthread_mutex_unlock(&memory->lock);
    return found;
}

bool sim_memory_reserved(SimMemory *memory, uint64_t address, uint64_t *begin, uint64_t *size)
{
    pthread_mutex_lock(&memory->lock);
    const Range *range = range_around(memory->ranges, address, 1);
    if (range) {
        *begin = range->begin;
        *size = range->end - range->begin;
    }
    pthread_mutex_unlock(&memory->lock);
    return range != NULL;
}

bool sim_memory_map(uint64_t address, uint64_t size, int file, uint64_t offset)
{
    return mmap((void *)(uintptr_t)address, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED,
                file, (off_t)offset) != MAP_FAILED;
}

void sim_memory_unmap(uint64_t address, uint64_t size)
{
    mmap((void *)(uintptr_t)address, size, PROT_NONE,
         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
}

static void ids_set(Virtual *space, uint64_t address, uint64_t size, uint32_t id)
{
    uint64_t from = (address - space->base) >> VIRTUAL_SHIFT;
    for (uint64_t i = 0; i < size >> VIRTUAL_SHIFT; i++)
        atomic_store_explicit(&space->ids[from + i], id, memory_order_release);
}

bool sim_memory_show(SimMemory *memory, uint64_t address, uint64_t size, bool read_only)
{
    pthread_mutex_lock(&memory->lock);
    uint32_t id = memory_record_new(memory);
    if (id) {
        *memory_record(memory, id) = (SimAlloc){.address = address,
                                                .size = size,
                                                .kind = SIM_ALLOC_DEVICE,
                                                .live = true,
                                                .id = id,
                                                .read_only = read_only};
        memory->count = id;
        ids_set(memory->ranges, address, size, id);
    }
    pthread_mutex_unlock(&memory->lock);
    return id != 0;
}

void sim_memory_hide(SimMemory *memory, uint64_t address)
{
    pthread_mutex_lock(&memory->lock);
    uint32_t id = memory_is_virtual(memory, address) ? memory_virtual_id(memory, address) : 0;
    if (id) {
        SimAlloc *alloc = memory_record(memory, id);
        alloc->live = false;
        memory->generation++;
        ids_set(memory->ranges, alloc->address, alloc->size, 0);
    }
    pthread_mutex_unlock(&memory->lock);
}

bool sim_memory_touchable(const SimMemory *memory, uint64_t address, uint64_t size)
{
    return !memory_is_virtual(memory, address) || sim_memory_find(memory, address, size);
}

bool sim_memory_take(SimMemory *memory, uint64_t bytes)
{
    pthread_mutex_lock(&memory->lock);
    bool fits = bytes <= memory->limit && memory->used <= memory->limit - bytes;
    if (fits)
        memory->used += bytes;
    pthread_mutex_unlock(&memory->lock);
    return fits;
}

void sim_memory_give(SimMemory *memory, uint64_t bytes)
{
    pthread_mutex_lock(&memory->lock);
    memory->used -= bytes;
    pthread_mutex_unlock(&memory->lock);
}
