/* Device memory: a reserved region, a table from 512-byte granules to allocations. */
#include "sim/memory_state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

void *memory_address_space(uint64_t size)
{
    void *at = mmap(NULL, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return at == MAP_FAILED ? NULL : at;
}

static bool reserve_region(SimMemory *memory)
{
    for (uint64_t size = REGION_LARGEST; size >= REGION_SMALLEST; size /= 2) {
        void *region = memory_address_space(size);
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
    memory_virtual_free(memory);
    memory_shared_free(memory);
    pthread_mutex_destroy(&memory->lock);
    free(memory);
}

uint32_t memory_record_new(SimMemory *memory)
{
    uint32_t id = memory->count + 1;
    if (id >> CHUNK_SHIFT >= CHUNKS)
        return 0;
    SimAlloc **chunk = &memory->chunks[id >> CHUNK_SHIFT];
    if (!*chunk)
        *chunk = calloc(CHUNK, sizeof(**chunk));
    return *chunk ? id : 0;
}

static void granules_set(SimMemory *memory, const SimAlloc *alloc, uint32_t id)
{
    uint64_t from = (alloc->address - memory->base) >> GRANULE_SHIFT;
    uint64_t to =
        (alloc->address + (alloc->size ? alloc->size - 1 : 0) - memory->base) >> GRANULE_SHIFT;
    for (uint64_t i = from; i <= to; i++)
        atomic_store_explicit(&memory->granules[i], id, memory_order_release);
}

/* `filled` says all but the address and the id. */
uint64_t memory_alloc_locked(SimMemory *memory, const SimAlloc *filled, uint64_t align)
{
    uint64_t size = filled->size, counted = filled->foreign ? 0 : size;
    if (counted > memory->limit || memory->used > memory->limit - counted)
        return 0;
    if (filled->kind == SIM_ALLOC_HEAP &&
        (size > memory->heap_limit || memory->heap_used > memory->heap_limit - size))
        return 0;
    uint32_t id = memory_record_new(memory);
    uint64_t at = id ? memory_place(memory, size, align) : 0;
    if (!at)
        return 0;
    SimAlloc *record = memory_record(memory, id);
    *record = *filled;
    record->address = at;
    record->live = true;
    record->id = id;
    memory->count = id;
    memory->used += counted;
    if (filled->kind == SIM_ALLOC_HEAP)
        memory->heap_used += size;
    granules_set(memory, record, id);
    return at;
}

/* As a GPU's driver does it, and clients rely on: large allocations are pages of their own, and
 * managed ones whole pages of the host, since advice goes by these. */
static uint64_t alignment(uint64_t size, uint64_t align, SimAllocKind kind)
{
    bool paged = kind == SIM_ALLOC_DEVICE || kind == SIM_ALLOC_HOST || kind == SIM_ALLOC_MANAGED;
    uint64_t least = paged && size > PAGED_FROM  ? PAGE_LARGE
                     : kind == SIM_ALLOC_MANAGED ? PAGE_HOST
                                                 : GRANULE;
    return align < least ? least : align;
}

uint64_t sim_memory_alloc(SimMemory *memory, uint64_t size, uint64_t align, SimAllocKind kind,
                          uint64_t owner, const char *name)
{
    align = alignment(size, align, kind);
    if (size > memory->size || align > (UINT64_C(1) << 30) || (align & (align - 1)))
        return 0;
    SimAlloc filled = {.size = size, .kind = kind, .owner = owner, .name = name};
    pthread_mutex_lock(&memory->lock);
    uint64_t at = memory_alloc_locked(memory, &filled, align);
    pthread_mutex_unlock(&memory->lock);
    int fill = kind == SIM_ALLOC_MANAGED ? 0 : PATTERN;
    if (at)
        memset((void *)(uintptr_t)at, fill, size < PATTERN_LIMIT ? size : PATTERN_LIMIT);
    return at;
}

bool sim_memory_register(SimMemory *memory, void *host, uint64_t size, uint64_t owner)
{
    uint64_t at = (uint64_t)(uintptr_t)host;
    if (!at || !size || at + size < at)
        return false;
    pthread_mutex_lock(&memory->lock);
    uint32_t id = memory->registered_count < REGISTERED_MOST ? memory_record_new(memory) : 0;
    if (id) {
        *memory_record(memory, id) = (SimAlloc){.address = at,
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
        SimAlloc *alloc = memory_record(memory, memory->registered[i]);
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
    uint32_t id;
    if (in_region(memory, address))
        id = atomic_load_explicit(&memory->granules[(address - memory->base) >> GRANULE_SHIFT],
                                  memory_order_acquire);
    else if (memory_is_virtual(memory, address))
        id = memory_virtual_id(memory, address);
    else
        return find_registered(memory, address, size);
    if (!id)
        return NULL;
    SimAlloc *alloc = memory_record(memory, id);
    uint64_t offset = address - alloc->address;
    return alloc->live && offset <= alloc->size && size <= alloc->size - offset ? alloc : NULL;
}

const SimAlloc *sim_memory_find(const SimMemory *memory, uint64_t address, uint64_t size)
{
    return find(memory, address, size);
}

const SimAlloc *sim_memory_find_padded(const SimMemory *memory, uint64_t address, uint64_t size)
{
    if (!in_region(memory, address))
        return find(memory, address, size);
    uint64_t place = address - memory->base;
    uint32_t id =
        atomic_load_explicit(&memory->granules[place >> GRANULE_SHIFT], memory_order_acquire);
    const SimAlloc *alloc = id ? memory_record(memory, id) : NULL;
    if (!alloc || !alloc->live || size > GRANULE - (place & (GRANULE - 1)))
        return NULL;
    return alloc;
}

/* Gives the pages back but keeps them readable, so that a look-up's answer that is still in use
 * somewhere can't end the process. */
static void pages_drop(SimMemory *memory, const SimAlloc *alloc)
{
    if (alloc->of_file || memory->shared)
        memory_pages_restore(memory, alloc);
    if (alloc->of_file)
        return;
    uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
    uint64_t from = memory_round_up(alloc->address, page);
    uint64_t to = (alloc->address + alloc->size) & ~(page - 1);
    if (to > from)
        madvise((void *)(uintptr_t)from, to - from, MADV_DONTNEED);
}

bool sim_memory_reserves(const SimMemory *memory, uint64_t address)
{
    return in_region(memory, address) || memory_is_virtual(memory, address);
}

static SimAlloc *find_start(SimMemory *memory, uint64_t address)
{
    SimAlloc *alloc = find(memory, address, 0);
    return alloc && alloc->address == address ? alloc : NULL;
}

void sim_memory_made_by(SimMemory *memory, uint64_t address, const SimDeed *who, const SimSite *at)
{
    pthread_mutex_lock(&memory->lock);
    SimAlloc *alloc = find_start(memory, address);
    if (alloc) {
        alloc->made = *who;
        alloc->made_at = at ? *at : (SimSite){0};
    }
    pthread_mutex_unlock(&memory->lock);
}

void sim_memory_freed_by(SimMemory *memory, uint64_t address, const SimDeed *who)
{
    pthread_mutex_lock(&memory->lock);
    SimAlloc *alloc = find_start(memory, address);
    if (alloc)
        alloc->freed = *who;
    pthread_mutex_unlock(&memory->lock);
}

void sim_deed_describe(const SimDeed *deed, char *out, size_t size)
{
    char line[24] = "";
    if (deed->line)
        snprintf(line, sizeof line, " in line %u", deed->line);
    if (deed->known && deed->call)
        snprintf(out, size, " by %s", deed->call);
    else if (deed->known)
        snprintf(out, size, " by thread (%u,%u,%u) of block (%u,%u,%u)%s", deed->thread.x,
                 deed->thread.y, deed->thread.z, deed->block.x, deed->block.y, deed->block.z, line);
    else if (size)
        out[0] = 0;
}

void sim_memory_each(SimMemory *memory, SimAllocKind kind, void *state,
                     void (*visit)(void *state, const SimAlloc *alloc))
{
    pthread_mutex_lock(&memory->lock);
    for (uint32_t id = 1; id <= memory->count; id++) {
        const SimAlloc *alloc = memory_record(memory, id);
        if (alloc->live && alloc->kind == kind)
            visit(state, alloc);
    }
    pthread_mutex_unlock(&memory->lock);
}

bool sim_memory_release(SimMemory *memory, uint64_t address)
{
    pthread_mutex_lock(&memory->lock);
    SimAlloc *alloc = find(memory, address, 0);
    bool ok = alloc && alloc->address == address && !memory_is_virtual(memory, address);
    if (ok) {
        alloc->live = false;
        alloc->name = NULL; /* it goes with its module */
        memory->generation++;
        if (alloc->kind == SIM_ALLOC_REGISTERED) {
            forget_registered(memory, alloc->id);
        } else {
            memory->used -= alloc->foreign ? 0 : alloc->size;
            if (alloc->kind == SIM_ALLOC_HEAP)
                memory->heap_used -= alloc->size;
            pages_drop(memory, alloc);
            memory_unplace(memory, alloc);
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
        const SimAlloc *alloc = memory_record(memory, id);
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

uint32_t sim_memory_count(const SimMemory *memory)
{
    return memory->count;
}

void sim_memory_set_heap_limit(SimMemory *memory, uint64_t bytes)
{
    pthread_mutex_lock(&memory->lock);
    memory->heap_limit = bytes;
    pthread_mutex_unlock(&memory->lock);
}

void sim_memory_protect(SimMemory *memory, uint64_t address)
{
    pthread_mutex_lock(&memory->lock);
    SimAlloc *alloc = find(memory, address, 0);
    if (alloc && alloc->address == address)
        alloc->read_only = true;
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

/* Registered memory may be another process's too. */
static bool may_change(const SimAlloc *alloc, bool host_rests)
{
    bool hosts = alloc->kind == SIM_ALLOC_HOST || alloc->kind == SIM_ALLOC_MANAGED;
    return alloc->live && (alloc->kind == SIM_ALLOC_REGISTERED || (hosts && !host_rests));
}

bool sim_memory_visit(SimMemory *memory, uint64_t limit, bool host_rests, void *state,
                      void (*visit)(void *state, const void *bytes, uint64_t size))
{
    pthread_mutex_lock(&memory->lock);
    bool fits = memory->used <= limit;
    for (uint32_t id = 1; fits && id <= memory->count; id++)
        fits = !may_change(memory_record(memory, id), host_rests);
    for (uint32_t id = 1; fits && id <= memory->count; id++) {
        const SimAlloc *alloc = memory_record(memory, id);
        if (alloc->live)
            visit(state, (const void *)(uintptr_t)alloc->address, alloc->size);
    }
    pthread_mutex_unlock(&memory->lock);
    return fits;
}
