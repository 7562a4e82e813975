/* Device memory: a reserved region, a table from 512-byte granules to allocations. */
#include "sim/memory.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum {
    GRANULE_SHIFT = 9,
    GRANULE = 1 << GRANULE_SHIFT,
    CHUNK_SHIFT = 10,
    CHUNK = 1 << CHUNK_SHIFT, /* records in a chunk */
    CHUNKS = 1 << 16,
    PATTERN = 0xCB,
    REGISTERED_MOST = 4096
};
#define REGION_LARGEST (UINT64_C(64) << 30)
#define REGION_SMALLEST (UINT64_C(1) << 30)
#define PATTERN_LIMIT (UINT64_C(64) << 20)
#define HEAP_LIMIT (UINT64_C(8) << 20)

/* A freed range that may be handed out again once the region has been used up. */
typedef struct Hole {
    uint64_t begin, end;
} Hole;

struct SimMemory {
    pthread_mutex_t lock; /* for writers; look-ups take none */
    uint64_t base, size;
    uint64_t top;       /* next unused address */
    uint64_t committed; /* first byte that is not yet readable and writable */
    _Atomic uint32_t *granules;
    SimAlloc **chunks; /* records never move, since look-ups hand out pointers */
    _Atomic uint32_t count;
    Hole *holes; /* oldest first */
    size_t hole_count, hole_capacity;
    uint64_t limit, used;
    uint64_t heap_limit, heap_used;
    uint32_t registered[REGISTERED_MOST]; /* ids of live registered ranges */
    _Atomic uint32_t registered_count;
    _Atomic uint64_t generation;
};

static uint64_t round_up(uint64_t value, uint64_t to)
{
    return (value + to - 1) & ~(to - 1);
}

static SimAlloc *record(const SimMemory *memory, uint32_t id)
{
    return &memory->chunks[id >> CHUNK_SHIFT][id & (CHUNK - 1)];
}

static void *reserve(uint64_t size)
{
    void *at = mmap(NULL, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return at == MAP_FAILED ? NULL : at;
}

static bool reserve_region(SimMemory *memory)
{
    for (uint64_t size = REGION_LARGEST; size >= REGION_SMALLEST; size /= 2) {
        void *region = reserve(size);
        if (!region)
            continue;
        uint64_t table = (size >> GRANULE_SHIFT) * sizeof(uint32_t);
        void *granules = mmap(NULL, table, PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (granules == MAP_FAILED) {
            munmap(region, size);
            continue;
        }
        memory->base = (uint64_t)(uintptr_t)region;
        memory->size = size;
        memory->granules = granules;
        return true;
    }
    return false;
}

SimMemory *sim_memory_new(uint64_t limit_bytes)
{
    SimMemory *memory = calloc(1, sizeof(*memory));
    if (!memory)
        return NULL;
    memory->chunks = calloc(CHUNKS, sizeof(*memory->chunks));
    if (!memory->chunks || !reserve_region(memory)) {
        free(memory->chunks);
        free(memory);
        return NULL;
    }
    pthread_mutex_init(&memory->lock, NULL);
    memory->top = memory->base + GRANULE;
    memory->committed = memory->base;
    memory->limit = limit_bytes;
    memory->heap_limit = HEAP_LIMIT;
    return memory;
}

void sim_memory_free(SimMemory *memory)
{
    if (!memory)
        return;
    munmap((void *)(uintptr_t)memory->base, memory->size);
    munmap((void *)memory->granules, (memory->size >> GRANULE_SHIFT) * sizeof(uint32_t));
    for (uint32_t i = 0; i < CHUNKS && memory->chunks[i]; i++)
        free(memory->chunks[i]);
    free(memory->chunks);
    free(memory->holes);
    pthread_mutex_destroy(&memory->lock);
    free(memory);
}

/* 0: no room for another record. */
static uint32_t record_new(SimMemory *memory)
{
    uint32_t id = memory->count + 1;
    if (id >> CHUNK_SHIFT >= CHUNKS)
        return 0;
    SimAlloc **chunk = &memory->chunks[id >> CHUNK_SHIFT];
    if (!*chunk)
        *chunk = calloc(CHUNK, sizeof(**chunk));
    return *chunk ? id : 0;
}

static bool commit(SimMemory *memory, uint64_t end)
{
    uint64_t to = round_up(end, UINT64_C(1) << 20);
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

/* The oldest freed range that has room; what is left of it stays a hole. */
static uint64_t place_in_hole(SimMemory *memory, uint64_t size, uint64_t align)
{
    for (size_t i = 0; i < memory->hole_count; i++) {
        Hole *hole = &memory->holes[i];
        uint64_t at = round_up(hole->begin, align);
        uint64_t end = round_up(at + size, GRANULE) + GRANULE;
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

static uint64_t place(SimMemory *memory, uint64_t size, uint64_t align)
{
    uint64_t at = round_up(memory->top, align);
    uint64_t end = round_up(at + size, GRANULE) + GRANULE;
    if (end > memory->base + memory->size)
        return place_in_hole(memory, size, align);
    if (!commit(memory, end))
        return 0;
    memory->top = end;
    return at;
}

static void granules_set(SimMemory *memory, const SimAlloc *alloc, uint32_t id)
{
    uint64_t from = (alloc->address - memory->base) >> GRANULE_SHIFT;
    uint64_t to =
        (alloc->address + (alloc->size ? alloc->size - 1 : 0) - memory->base) >> GRANULE_SHIFT;
    for (uint64_t i = from; i <= to; i++)
        atomic_store_explicit(&memory->granules[i], id, memory_order_release);
}

static uint64_t alloc_locked(SimMemory *memory, uint64_t size, uint64_t align, SimAllocKind kind,
                             uint64_t owner, const char *name)
{
    if (size > memory->limit || memory->used > memory->limit - size)
        return 0;
    if (kind == SIM_ALLOC_HEAP &&
        (size > memory->heap_limit || memory->heap_used > memory->heap_limit - size))
        return 0;
    uint32_t id = record_new(memory);
    uint64_t at = id ? place(memory, size, align) : 0;
    if (!at)
        return 0;
    *record(memory, id) = (SimAlloc){.address = at,
                                     .size = size,
                                     .kind = kind,
                                     .live = true,
                                     .id = id,
                                     .name = name,
                                     .owner = owner};
    memory->count = id;
    memory->used += size;
    if (kind == SIM_ALLOC_HEAP)
        memory->heap_used += size;
    granules_set(memory, record(memory, id), id);
    return at;
}

uint64_t sim_memory_alloc(SimMemory *memory, uint64_t size, uint64_t align, SimAllocKind kind,
                          uint64_t owner, const char *name)
{
    if (align < GRANULE)
        align = GRANULE;
    if (size > memory->size || align > (UINT64_C(1) << 30) || (align & (align - 1)))
        return 0;
    pthread_mutex_lock(&memory->lock);
    uint64_t at = alloc_locked(memory, size, align, kind, owner, name);
    pthread_mutex_unlock(&memory->lock);
    if (at)
        memset((void *)(uintptr_t)at, PATTERN, size < PATTERN_LIMIT ? size : PATTERN_LIMIT);
    return at;
}

bool sim_memory_register(SimMemory *memory, void *host, uint64_t size, uint64_t owner)
{
    uint64_t at = (uint64_t)(uintptr_t)host;
    if (!at || !size || at + size < at)
        return false;
    pthread_mutex_lock(&memory->lock);
    uint32_t id = memory->registered_count < REGISTERED_MOST ? record_new(memory) : 0;
    if (id) {
        *record(memory, id) = (SimAlloc){.address = at,
                                         .size = size,
                                         .kind = SIM_ALLOC_REGISTERED,
                                         .live = true,
                                         .id = id,
                                         .owner = owner};
        memory->count = id;
        memory->registered[memory->registered_count] = id;
        memory->registered_count++;
    }
    pthread_mutex_unlock(&memory->lock);
    return id != 0;
}

static bool in_region(const SimMemory *memory, uint64_t address)
{
    return address - memory->base < memory->size;
}

static SimAlloc *find_registered(const SimMemory *memory, uint64_t address, uint64_t size)
{
    for (uint32_t i = memory->registered_count; i-- > 0;) {
        SimAlloc *alloc = record(memory, memory->registered[i]);
        uint64_t offset = address - alloc->address;
        if (alloc->live && offset <= alloc->size && size <= alloc->size - offset)
            return alloc;
    }
    return NULL;
}

/* The last range takes the place of the one that goes. */
static void forget_registered(SimMemory *memory, uint32_t id)
{
    uint32_t last = memory->registered_count - 1;
    for (uint32_t i = 0; i < last; i++)
        if (memory->registered[i] == id)
            memory->registered[i] = memory->registered[last];
    memory->registered_count = last;
}

static SimAlloc *find(const SimMemory *memory, uint64_t address, uint64_t size)
{
    if (!in_region(memory, address))
        return find_registered(memory, address, size);
    uint32_t id = atomic_load_explicit(&memory->granules[(address - memory->base) >> GRANULE_SHIFT],
                                       memory_order_acquire);
    if (!id)
        return NULL;
    SimAlloc *alloc = record(memory, id);
    uint64_t offset = address - alloc->address;
    return alloc->live && offset <= alloc->size && size <= alloc->size - offset ? alloc : NULL;
}

const SimAlloc *sim_memory_find(const SimMemory *memory, uint64_t address, uint64_t size)
{
    return find(memory, address, size);
}

static void hole_add(SimMemory *memory, const SimAlloc *alloc)
{
    if (memory->hole_count == memory->hole_capacity) {
        size_t capacity = memory->hole_capacity ? memory->hole_capacity * 2 : 64;
        Hole *holes = realloc(memory->holes, capacity * sizeof(*holes));
        if (!holes)
            return; /* the range is lost, which is not worse than not having it yet */
        memory->holes = holes;
        memory->hole_capacity = capacity;
    }
    uint64_t end = round_up(alloc->address + alloc->size, GRANULE) + GRANULE;
    memory->holes[memory->hole_count++] = (Hole){alloc->address, end};
}

/* Gives the pages back but keeps them readable, so that a look-up's answer that is still in use
 * somewhere can't end the process. */
static void pages_drop(const SimAlloc *alloc)
{
    uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
    uint64_t from = round_up(alloc->address, page);
    uint64_t to = (alloc->address + alloc->size) & ~(page - 1);
    if (to > from)
        madvise((void *)(uintptr_t)from, to - from, MADV_DONTNEED);
}

bool sim_memory_release(SimMemory *memory, uint64_t address)
{
    pthread_mutex_lock(&memory->lock);
    SimAlloc *alloc = find(memory, address, 0);
    bool ok = alloc && alloc->address == address;
    if (ok) {
        alloc->live = false;
        alloc->name = NULL; /* it goes with its module */
        memory->generation++;
        if (alloc->kind == SIM_ALLOC_REGISTERED) {
            forget_registered(memory, alloc->id);
        } else {
            memory->used -= alloc->size;
            if (alloc->kind == SIM_ALLOC_HEAP)
                memory->heap_used -= alloc->size;
            pages_drop(alloc);
            hole_add(memory, alloc);
        }
    }
    pthread_mutex_unlock(&memory->lock);
    return ok;
}

/* Distance from the allocation to the address: 0 inside, negative before it, positive: bytes past
 * its last byte, at least 1. */
static int64_t distance_to(const SimAlloc *alloc, uint64_t address)
{
    if (address < alloc->address)
        return -(int64_t)(alloc->address - address);
    uint64_t offset = address - alloc->address;
    return offset < alloc->size ? 0 : (int64_t)(offset - alloc->size + 1);
}

static uint64_t magnitude(int64_t distance)
{
    return distance < 0 ? (uint64_t)-distance : (uint64_t)distance;
}

const SimAlloc *sim_memory_nearest(const SimMemory *memory, uint64_t address, int64_t *distance)
{
    const SimAlloc *best = NULL;
    for (uint32_t id = 1; id <= memory->count; id++) {
        const SimAlloc *alloc = record(memory, id);
        int64_t d = distance_to(alloc, address);
        bool nearer = !best || magnitude(d) < magnitude(*distance) ||
                      (magnitude(d) == magnitude(*distance) && alloc->live && !best->live);
        if (nearer) {
            best = alloc;
            *distance = d;
        }
    }
    return best;
}

uint64_t sim_memory_generation(const SimMemory *memory)
{
    return memory->generation;
}

void sim_memory_set_heap_limit(SimMemory *memory, uint64_t bytes)
{
    pthread_mutex_lock(&memory->lock);
    memory->heap_limit = bytes;
    pthread_mutex_unlock(&memory->lock);
}

bool sim_memory_label(SimMemory *memory, uint64_t address, const char *label, uint32_t element)
{
    pthread_mutex_lock(&memory->lock);
    SimAlloc *alloc = find(memory, address, 0);
    bool starts = alloc && alloc->live && alloc->address == address && element;
    if (starts) {
        snprintf(alloc->label, sizeof(alloc->label), "%s", label);
        alloc->element = element;
    }
    pthread_mutex_unlock(&memory->lock);
    return starts;
}

void sim_memory_usage(const SimMemory *memory, uint64_t *free_bytes, uint64_t *total_bytes)
{
    *free_bytes = memory->limit - memory->used;
    *total_bytes = memory->limit;
}

static bool is_the_hosts(const SimAlloc *alloc)
{
    return alloc->live && (alloc->kind == SIM_ALLOC_HOST || alloc->kind == SIM_ALLOC_MANAGED ||
                           alloc->kind == SIM_ALLOC_REGISTERED);
}

bool sim_memory_visit(SimMemory *memory, uint64_t limit, void *state,
                      void (*visit)(void *state, const void *bytes, uint64_t size))
{
    pthread_mutex_lock(&memory->lock);
    bool fits = memory->used <= limit;
    for (uint32_t id = 1; fits && id <= memory->count; id++)
        fits = !is_the_hosts(record(memory, id));
    for (uint32_t id = 1; fits && id <= memory->count; id++) {
        const SimAlloc *alloc = record(memory, id);
        if (alloc->live)
            visit(state, (const void *)(uintptr_t)alloc->address, alloc->size);
    }
    pthread_mutex_unlock(&memory->lock);
    return fits;
}
