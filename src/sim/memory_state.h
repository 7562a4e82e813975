/* What device memory consists of: shared by its parts, and by nobody else. */
#ifndef CULAB_SIM_MEMORY_STATE_H
#define CULAB_SIM_MEMORY_STATE_H

#include "sim/memory.h"

#include <pthread.h>
#include <stdatomic.h>

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
#define PAGED_FROM (UINT64_C(1) << 20) /* larger allocations begin at a page of */
#define PAGE_LARGE (UINT64_C(2) << 20)
#define PAGE_HOST UINT64_C(4096)
#define PATTERN_LIMIT (UINT64_C(64) << 20)
#define HEAP_LIMIT (UINT64_C(8) << 20)

/* A freed range that may be handed out again once the region has been used up. */
typedef struct Hole {
    uint64_t begin, end;
} Hole;

typedef struct Virtual Virtual;

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
    uint64_t merged; /* 1 + the generation in which holes were merged last; 0: never */
    uint64_t limit, used;
    uint64_t heap_limit, heap_used;
    uint32_t registered[REGISTERED_MOST]; /* ids of live registered ranges */
    _Atomic uint32_t registered_count;
    _Atomic uint64_t generation;
    uint8_t *shared;           /* by page: it was put into a file; NULL: none was */
    _Atomic(Virtual *) ranges; /* made at the first reservation; see memory_virtual.c */
};

static inline uint64_t memory_round_up(uint64_t value, uint64_t to)
{
    return (value + to - 1) & ~(to - 1);
}

static inline SimAlloc *memory_record(const SimMemory *memory, uint32_t id)
{
    return &memory->chunks[id >> CHUNK_SHIFT][id & (CHUNK - 1)];
}

/* A record for `size` bytes at a place that begins a page or, with `align`, more. The caller holds
 * the lock. 0: no memory. */
uint64_t memory_alloc_locked(SimMemory *memory, const SimAlloc *filled, uint64_t align);
/* Ordinary pages in the place of a file's, for an allocation that goes. */
void memory_pages_restore(SimMemory *memory, const SimAlloc *alloc);
void memory_shared_free(SimMemory *memory);
/* Address space without access. NULL: none left. */
void *memory_address_space(uint64_t size);
/* Address space in the region for an allocation; 0: there is none. */
uint64_t memory_place(SimMemory *memory, uint64_t size, uint64_t align);
/* Its range may be handed out again, but not soon. */
void memory_unplace(SimMemory *memory, const SimAlloc *alloc);
/* Id of the next record. 0: no room for another. */
uint32_t memory_record_new(SimMemory *memory);
/* Id of the record of the shown piece that a virtual address lies in; 0: there is none. */
uint32_t memory_virtual_id(const SimMemory *memory, uint64_t address);
/* Whether it is an address that reservations are made of. */
bool memory_is_virtual(const SimMemory *memory, uint64_t address);
void memory_virtual_free(SimMemory *memory);

#endif
