/* Allocations as the API knows them. */
#include "sim/api/allocation.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/api/call_site.h"
#include "sim/api/findings.h"
#include "sim/api/forward.h"
#include "sim/api/host_pages.h"
#include "sim/api/managed.h"
#include "sim/api/observers.h"
#include "sim/api/report.h"

/* What the host does in the call that it is in. Who reads no report hears of lines by other ways.
 */
static SimDeed host_deed(const char *call)
{
    const CallSite site = report_wanted() ? call_site() : (CallSite){.name = call};
    const char *text = call_site_text(&site);
    return (SimDeed){.known = text != NULL, .call = text};
}

static Allocation *allocation_add(const Allocation *filled)
{
    Allocation *allocation = malloc(sizeof *allocation);
    if (!allocation || !table_put(&library()->allocations, filled->address, allocation)) {
        free(allocation);
        sim_memory_release(library()->memory, filled->address);
        return NULL;
    }
    *allocation = *filled;
    allocation->id = ++library()->next_id;
    const SimDeed deed = host_deed(NULL);
    if (deed.known)
        sim_memory_made_by(library()->memory, filled->address, &deed, NULL);
    return allocation;
}

/* A pool gets memory from the device in larger pieces. */
static uint64_t pool_pieces(uint64_t bytes)
{
    const uint64_t piece = 32 << 20;
    return (bytes + piece - 1) / piece * piece;
}

static void pool_count(Pool *pool, uint64_t bytes, bool taken)
{
    uint64_t *now = pool->settings;
    const int used = CU_MEMPOOL_ATTR_USED_MEM_CURRENT,
              reserved = CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT;
    now[used] += taken ? bytes : -bytes;
    if (now[used] > now[reserved])
        now[reserved] = pool_pieces(now[used]);
    if (now[used] > now[CU_MEMPOOL_ATTR_USED_MEM_HIGH])
        now[CU_MEMPOOL_ATTR_USED_MEM_HIGH] = now[used];
    if (now[reserved] > now[CU_MEMPOOL_ATTR_RESERVED_MEM_HIGH])
        now[CU_MEMPOOL_ATTR_RESERVED_MEM_HIGH] = now[reserved];
}

void pool_trim(Pool *pool, uint64_t keep)
{
    uint64_t *reserved = &pool->settings[CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT];
    uint64_t least = pool_pieces(pool->settings[CU_MEMPOOL_ATTR_USED_MEM_CURRENT] + pool->going);
    uint64_t kept = keep < *reserved ? pool_pieces(keep) : *reserved;
    *reserved = kept > least ? kept : least;
}

void pools_settle(void)
{
    for (Pool *pool = library()->pools; pool; pool = pool->next)
        pool_trim(pool, pool->settings[CU_MEMPOOL_ATTR_RELEASE_THRESHOLD]);
}

Allocation *allocation_make(Context *context, uint64_t size, uint64_t align, SimAllocKind kind,
                            Pool *pool)
{
    SimMemory *memory = library()->memory;
    uint64_t address = pool && pool->shareable
                           ? sim_memory_alloc_in(memory, size, kind, context->id, pool->file)
                           : sim_memory_alloc(memory, size, align, kind, context->id, NULL);
    if (!address)
        return NULL;
    Allocation *allocation = allocation_add(&(Allocation){
        .address = address,
        .size = size,
        .kind = kind,
        .context = context,
        .pool = pool,
        .sync_memops = kind == SIM_ALLOC_MANAGED,
    });
    if (!allocation)
        return NULL;
    if (pool)
        pool_count(pool, size, true);
    observers_allocated(address, size);
    if (kind == SIM_ALLOC_HOST || kind == SIM_ALLOC_MANAGED) {
        observers_host_write(address, size); /* the program may, at any time, unseen */
        forward_begin(false);
    }
    return allocation;
}

Allocation *allocation_import(Context *context, SimAllocKind kind, Pool *pool, int file,
                              uint64_t size, const ImportSource *from)
{
    uint64_t address =
        sim_memory_adopt(library()->memory, size, kind, context->id, file, from->offset);
    if (!address)
        return NULL;
    Allocation *allocation = allocation_add(&(Allocation){.address = address,
                                                          .size = size,
                                                          .kind = kind,
                                                          .context = context,
                                                          .pool = pool,
                                                          .sync_memops = kind == SIM_ALLOC_MANAGED,
                                                          .from = *from});
    if (!allocation)
        return NULL;
    observers_allocated(address, size);
    observers_host_write(address, size); /* by whoever made it */
    return allocation;
}

Allocation *allocation_imported(const Context *context, const ImportSource *from)
{
    size_t position = 0;
    Allocation *allocation;
    while ((allocation = table_next(&library()->allocations, &position)))
        if (allocation->opened && allocation->context == context &&
            !memcmp(&allocation->from, from, sizeof *from))
            return allocation;
    return NULL;
}

bool allocation_can_be_given(const Allocation *allocation)
{
    return allocation->kind == SIM_ALLOC_DEVICE && !allocation->pool && !allocation->opened &&
           !allocation->graph_holders;
}

Allocation *allocation_register(Context *context, void *host, uint64_t size, unsigned flags)
{
    uint64_t first = (uint64_t)(uintptr_t)host;
    if (memory_reachable(first, 1) || memory_reachable(first + size - 1, 1) ||
        !sim_memory_register(library()->memory, host, size, context->id))
        return NULL;
    if (flags & CU_MEMHOSTREGISTER_READ_ONLY)
        sim_memory_protect(library()->memory, first);
    forward_begin(false);
    return allocation_add(&(Allocation){.address = first,
                                        .size = size,
                                        .kind = SIM_ALLOC_REGISTERED,
                                        .flags = flags,
                                        .context = context});
}

void allocation_freed_in(const Allocation *allocation, const char *call)
{
    const SimDeed deed = host_deed(call);
    sim_memory_freed_by(library()->memory, allocation->address, &deed);
}

void allocation_free_by(Allocation *allocation, const char *call)
{
    allocation_freed_in(allocation, call);
    allocation_free(allocation);
}

static Pool *counting_pool(const Allocation *allocation)
{
    return allocation->opened ? NULL : allocation->pool;
}

void allocation_begin_free(Allocation *allocation)
{
    Pool *pool = counting_pool(allocation);
    if (pool) {
        pool_count(pool, allocation->size, false);
        pool->going += allocation->size;
    }
    allocation->freeing = true;
}

static void allocation_leave_pool(const Allocation *allocation)
{
    Pool *pool = counting_pool(allocation);
    if (pool && allocation->freeing)
        pool->going -= allocation->size;
    else if (pool)
        pool_count(pool, allocation->size, false);
}

void allocation_free(Allocation *allocation)
{
    observers_freed(allocation->address, allocation->size);
    allocation_leave_pool(allocation);
    if (allocation->graph_mapped)
        library()->graph_memory_cached += allocation->size;
    if (allocation->kind == SIM_ALLOC_MANAGED)
        advice_forget(allocation->address, allocation->size);
    table_take(&library()->allocations, allocation->address);
    sim_memory_release(library()->memory, allocation->address);
    free(allocation);
}

void allocations_free(Context *context)
{
    size_t position = 0;
    Allocation *allocation;
    while ((allocation = table_next(&library()->allocations, &position)))
        if (allocation->context == context)
            allocation_free(allocation);
}

CUresult allocation_check_context(const Allocation *allocation)
{
    const Context *own = allocation ? allocation->context : current_get();
    return own ? api_check_context(own) : CUDA_SUCCESS;
}

Allocation *allocation_at(uint64_t address)
{
    return table_get(&library()->allocations, address);
}

Allocation *allocation_of(uint64_t address)
{
    const SimAlloc *found = sim_memory_find(library()->memory, address, 1);
    return found ? allocation_at(found->address) : NULL;
}

bool memory_reachable(uint64_t address, uint64_t size)
{
    return sim_memory_find(library()->memory, address, size) != NULL;
}

bool allocation_is_going(uint64_t address)
{
    const Allocation *allocation = allocation_of(address);
    return allocation && allocation->freeing;
}

bool memory_is_hosts_own(uint64_t address)
{
    return address >= NULL_PAGE && !sim_memory_reserves(library()->memory, address) &&
           host_pages_allow(address, 1, false);
}

bool memory_is_pinned(uint64_t address)
{
    return memory_reachable(address, 1);
}
