/* Device memory whose pages are those of a file, so that other processes can be given them. */
#include "sim/memory_state.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static uint64_t page_size(void)
{
    return (uint64_t)sysconf(_SC_PAGESIZE);
}

/* The pages that an allocation has a part in. */
static uint64_t first_page(const SimAlloc *alloc)
{
    return alloc->address & ~(page_size() - 1);
}

static uint64_t end_of_pages(const SimAlloc *alloc)
{
    return memory_round_up(alloc->address + alloc->size, page_size());
}

uint64_t sim_memory_file_offset(const SimMemory *memory, uint64_t address)
{
    return address - memory->base;
}

uint64_t sim_memory_file_size(const SimMemory *memory)
{
    return memory->size;
}

static bool pages_map(uint64_t from, uint64_t to, int file, uint64_t offset)
{
    return mmap((void *)(uintptr_t)from, to - from, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED,
                file, (off_t)offset) != MAP_FAILED;
}

/* What was this process's goes from the file too. */
static void pages_make_ordinary(uint64_t from, uint64_t to, bool own)
{
    if (own)
        madvise((void *)(uintptr_t)from, to - from, MADV_REMOVE);
    mmap((void *)(uintptr_t)from, to - from, PROT_READ | PROT_WRITE,
         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
}

/* Whole pages, which nobody else has; the record says what was asked for. What is shown begins
 * `offset` bytes into the file, or as far as its place into the memory. */
static uint64_t alloc_pages(SimMemory *memory, const SimAlloc *filled, int file,
                            const uint64_t *offset)
{
    uint64_t page = page_size(), within = offset ? *offset % page : 0;
    if (!filled->size || filled->size > memory->size)
        return 0;
    SimAlloc whole = *filled;
    whole.size = memory_round_up(within + filled->size, page);
    pthread_mutex_lock(&memory->lock);
    uint64_t at = memory_alloc_locked(memory, &whole, page);
    uint64_t from = offset ? *offset - within : at - memory->base;
    bool mapped = at && pages_map(at, at + whole.size, file, from);
    if (mapped) {
        SimAlloc *record = memory_record(memory, memory->count);
        record->address = at + within;
        record->size = filled->size;
        memory->used -= filled->foreign ? 0 : whole.size - filled->size;
    }
    pthread_mutex_unlock(&memory->lock);
    if (at && !mapped)
        sim_memory_release(memory, at);
    return mapped ? at + within : 0;
}

uint64_t sim_memory_alloc_in(SimMemory *memory, uint64_t size, SimAllocKind kind, uint64_t owner,
                             int file)
{
    SimAlloc filled = {.size = size, .kind = kind, .owner = owner, .of_file = true};
    uint64_t at = alloc_pages(memory, &filled, file, NULL);
    if (at)
        memset((void *)(uintptr_t)at, PATTERN, size < PATTERN_LIMIT ? size : PATTERN_LIMIT);
    return at;
}

uint64_t sim_memory_adopt(SimMemory *memory, uint64_t size, SimAllocKind kind, uint64_t owner,
                          int file, uint64_t offset)
{
    SimAlloc filled = {
        .size = size, .kind = kind, .owner = owner, .of_file = true, .foreign = true};
    return alloc_pages(memory, &filled, file, &offset);
}

static uint8_t *shared_page(const SimMemory *memory, uint64_t address)
{
    return &memory->shared[(address - memory->base) / page_size()];
}

/* The file takes over what the pages hold, then their place. */
static bool page_share(SimMemory *memory, uint64_t at, int file)
{
    uint64_t page = page_size(), offset = at - memory->base;
    if (*shared_page(memory, at))
        return true;
    if (pwrite(file, (const void *)(uintptr_t)at, page, (off_t)offset) != (ssize_t)page ||
        !pages_map(at, at + page, file, offset))
        return false;
    *shared_page(memory, at) = 1;
    return true;
}

static bool share_locked(SimMemory *memory, const SimAlloc *alloc, int file)
{
    if (!memory->shared) {
        void *table = mmap(NULL, memory->size / page_size(), PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        memory->shared = table == MAP_FAILED ? NULL : table;
    }
    bool ok = memory->shared != NULL;
    for (uint64_t at = first_page(alloc); ok && at < end_of_pages(alloc); at += page_size())
        ok = page_share(memory, at, file);
    return ok;
}

bool sim_memory_share(SimMemory *memory, uint64_t address, int file)
{
    const SimAlloc *alloc = sim_memory_find(memory, address, 1);
    pthread_mutex_lock(&memory->lock);
    bool ok = alloc && alloc->address - memory->base < memory->size && !alloc->of_file &&
              share_locked(memory, alloc, file);
    pthread_mutex_unlock(&memory->lock);
    return ok;
}

/* Pages that a neighbour has a part in stay in the file. */
void memory_pages_restore(SimMemory *memory, const SimAlloc *alloc)
{
    if (alloc->of_file) {
        pages_make_ordinary(first_page(alloc), end_of_pages(alloc), !alloc->foreign);
        return;
    }
    uint64_t page = page_size(), end = alloc->address + alloc->size;
    for (uint64_t at = memory_round_up(alloc->address, page); at + page <= end; at += page)
        if (*shared_page(memory, at)) {
            pages_make_ordinary(at, at + page, true);
            *shared_page(memory, at) = 0;
        }
}

void memory_shared_free(SimMemory *memory)
{
    if (memory->shared)
        munmap(memory->shared, memory->size / page_size());
}
