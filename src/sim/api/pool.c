/* Stream-ordered memory and its pools. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sim/api/allocation.h"
#include "sim/api/beside.h"
#include "sim/api/capture.h"
#include "sim/api/free_told.h"
#include "sim/api/stream.h"
#include "sim/api/virtual_memory.h"

enum { ALIGNMENT = 256 };

typedef struct AllocOp {
    Op op;
    uint64_t address, size;
} AllocOp;

typedef struct FreeOp {
    Op op;
    uint64_t address;
} FreeOp;

Pool *pool_make(SimAllocKind kind)
{
    Pool *pool = calloc(1, sizeof *pool);
    if (!pool || !handle_add(pool, HANDLE_POOL)) {
        free(pool);
        return NULL;
    }
    pool->id = ++library()->next_id;
    pool->kind = kind;
    pool->location.type =
        kind == SIM_ALLOC_HOST ? CU_MEM_LOCATION_TYPE_HOST : CU_MEM_LOCATION_TYPE_DEVICE;
    for (int i = CU_MEMPOOL_ATTR_REUSE_FOLLOW_EVENT_DEPENDENCIES;
         i <= CU_MEMPOOL_ATTR_REUSE_ALLOW_INTERNAL_DEPENDENCIES; i++)
        pool->settings[i] = 1;
    pool->next = library()->pools;
    library()->pools = pool;
    return pool;
}

static void pool_unmake(Pool *pool)
{
    Pool **link = &library()->pools;
    while (*link != pool)
        link = &(*link)->next;
    *link = pool->next;
    if (library()->pools_chosen[pool->kind] == pool)
        library()->pools_chosen[pool->kind] = NULL;
    if (pool->shareable)
        close(pool->file);
    handle_remove(pool);
    free(pool);
}

static Pool *pool_default(SimAllocKind kind)
{
    Pool **pool = &library()->pools_default[kind];
    if (!*pool)
        *pool = pool_make(kind);
    return *pool;
}

static Pool *pool_chosen(SimAllocKind kind)
{
    Pool *chosen = library()->pools_chosen[kind];
    return chosen ? chosen : pool_default(kind);
}

/* Where the memory of a pool lies. */
static CUresult pool_place(const CUmemLocation *at, CUmemAllocationType type, SimAllocKind *kind)
{
    bool device = at->type == CU_MEM_LOCATION_TYPE_DEVICE;
    bool managed = type == CU_MEM_ALLOCATION_TYPE_MANAGED;
    if (type != CU_MEM_ALLOCATION_TYPE_PINNED && !managed)
        return CUDA_ERROR_INVALID_VALUE;
    /* Managed memory may be asked for without a place that it prefers. */
    if (!location_valid(at) && !(managed && at->type == CU_MEM_LOCATION_TYPE_INVALID))
        return CUDA_ERROR_INVALID_VALUE;
    *kind = managed ? SIM_ALLOC_MANAGED : device ? SIM_ALLOC_DEVICE : SIM_ALLOC_HOST;
    return CUDA_SUCCESS;
}

static CUresult enter_device(CUdevice device)
{
    CUresult result = api_enter();
    if (result != CUDA_SUCCESS)
        return result;
    return device == 0 ? CUDA_SUCCESS : api_leave(CUDA_ERROR_INVALID_DEVICE);
}

static CUresult pool_give(CUmemoryPool *out, Pool *pool)
{
    if (!out)
        return CUDA_ERROR_INVALID_VALUE;
    *out = pool;
    return pool ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

CUresult cuDeviceGetDefaultMemPool(CUmemoryPool *out, CUdevice device)
{
    CUresult result = enter_device(device);
    return result == CUDA_SUCCESS ? api_leave(pool_give(out, pool_default(SIM_ALLOC_DEVICE)))
                                  : result;
}

CUresult cuDeviceGetMemPool(CUmemoryPool *out, CUdevice device)
{
    CUresult result = enter_device(device);
    return result == CUDA_SUCCESS ? api_leave(pool_give(out, pool_chosen(SIM_ALLOC_DEVICE)))
                                  : result;
}

/* Enters with a pool that exists. */
static CUresult enter_pool(CUmemoryPool pool)
{
    CUresult result = api_enter();
    if (result != CUDA_SUCCESS)
        return result;
    return handle_check(pool, HANDLE_POOL) ? CUDA_SUCCESS : api_leave(CUDA_ERROR_INVALID_VALUE);
}

CUresult cuDeviceSetMemPool(CUdevice device, CUmemoryPool pool)
{
    CUresult result = enter_pool(pool);
    if (result != CUDA_SUCCESS)
        return result;
    if (device != 0 || pool->kind != SIM_ALLOC_DEVICE || pool->imported)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    library()->pools_chosen[SIM_ALLOC_DEVICE] = pool;
    return api_leave(CUDA_SUCCESS);
}

static CUresult enter_place(const CUmemLocation *at, CUmemAllocationType type, SimAllocKind *kind)
{
    CUresult result = api_enter();
    if (result != CUDA_SUCCESS)
        return result;
    bool by_thread = at && at->type > CU_MEM_LOCATION_TYPE_HOST_NUMA;
    result = !at         ? CUDA_ERROR_INVALID_VALUE
             : by_thread ? CUDA_ERROR_NOT_SUPPORTED
                         : pool_place(at, type, kind);
    return result == CUDA_SUCCESS ? CUDA_SUCCESS : api_leave(result);
}

CUresult cuMemGetDefaultMemPool(CUmemoryPool *out, CUmemLocation *at, CUmemAllocationType type)
{
    SimAllocKind kind = SIM_ALLOC_DEVICE;
    CUresult result = enter_place(at, type, &kind);
    return result == CUDA_SUCCESS ? api_leave(pool_give(out, pool_default(kind))) : result;
}

CUresult cuMemGetMemPool(CUmemoryPool *out, CUmemLocation *at, CUmemAllocationType type)
{
    SimAllocKind kind = SIM_ALLOC_DEVICE;
    CUresult result = enter_place(at, type, &kind);
    return result == CUDA_SUCCESS ? api_leave(pool_give(out, pool_chosen(kind))) : result;
}

CUresult cuMemSetMemPool(CUmemLocation *at, CUmemAllocationType type, CUmemoryPool pool)
{
    SimAllocKind kind = SIM_ALLOC_DEVICE;
    CUresult result = enter_place(at, type, &kind);
    if (result != CUDA_SUCCESS)
        return result;
    if (!handle_is(pool, HANDLE_POOL) || pool->kind != kind || pool->imported)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    library()->pools_chosen[kind] = pool;
    return api_leave(CUDA_SUCCESS);
}

static bool reserved_is_used(const CUmemPoolProps *properties)
{
    for (size_t i = 0; i < sizeof properties->reserved; i++)
        if (properties->reserved[i])
            return true;
    return false;
}

CUresult cuMemPoolCreate(CUmemoryPool *out, const CUmemPoolProps *properties)
{
    CUresult result = api_enter();
    if (result != CUDA_SUCCESS)
        return result;
    SimAllocKind kind = SIM_ALLOC_DEVICE;
    if (!out || !properties)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    bool managed = properties->allocType == CU_MEM_ALLOCATION_TYPE_MANAGED;
    if (managed && properties->maxSize)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    if (managed && properties->location.type > CU_MEM_LOCATION_TYPE_HOST_NUMA_CURRENT)
        return api_leave(CUDA_ERROR_NOT_SUPPORTED);
    result = pool_place(&properties->location, properties->allocType, &kind);
    if (result != CUDA_SUCCESS)
        return api_leave(result);
    bool file = properties->handleTypes == CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
    const unsigned known = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR | CU_MEM_HANDLE_TYPE_FABRIC;
    if (properties->handleTypes & ~known || reserved_is_used(properties) ||
        (!managed && properties->location.type == CU_MEM_LOCATION_TYPE_HOST_NUMA_CURRENT))
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    if ((properties->handleTypes != CU_MEM_HANDLE_TYPE_NONE && !file) || (file && managed))
        return api_leave(CUDA_ERROR_NOT_SUPPORTED);
    Pool *pool = pool_make(kind);
    if (pool && file && !pool_make_shareable(pool)) {
        pool_unmake(pool);
        pool = NULL;
    }
    if (pool) {
        pool->limit = properties->maxSize;
        pool->location = properties->location;
    }
    return api_leave(pool_give(out, pool));
}

static bool pool_is_default(const Pool *pool)
{
    return library()->pools_default[pool->kind] == pool;
}

/* What was allocated from it lives on, and counts nowhere. */
CUresult cuMemPoolDestroy(CUmemoryPool pool)
{
    CUresult result = enter_pool(pool);
    if (result != CUDA_SUCCESS)
        return result;
    if (pool_is_default(pool))
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    size_t position = 0;
    Allocation *allocation;
    while ((allocation = table_next(&library()->allocations, &position)))
        if (allocation->pool == pool)
            allocation->pool = NULL;
    pool_unmake(pool);
    return api_leave(CUDA_SUCCESS);
}

CUresult cuMemPoolTrimTo(CUmemoryPool pool, size_t keep)
{
    CUresult result = enter_pool(pool);
    if (result != CUDA_SUCCESS)
        return result;
    pool_trim(pool, keep);
    return api_leave(CUDA_SUCCESS);
}

static bool attribute_is_int(CUmemPool_attribute attribute)
{
    return attribute <= CU_MEMPOOL_ATTR_REUSE_ALLOW_INTERNAL_DEPENDENCIES;
}

CUresult cuMemPoolGetAttribute(CUmemoryPool pool, CUmemPool_attribute attribute, void *value)
{
    CUresult result = enter_pool(pool);
    if (result != CUDA_SUCCESS)
        return result;
    if (!value || attribute < 1 || attribute > CU_MEMPOOL_ATTR_USED_MEM_HIGH)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    int small = (int)pool->settings[attribute];
    if (attribute_is_int(attribute))
        memcpy(value, &small, sizeof small);
    else
        memcpy(value, &pool->settings[attribute], sizeof pool->settings[attribute]);
    return api_leave(CUDA_SUCCESS);
}

/* Of the counters, only the two high marks can be set, and only to 0. */
CUresult cuMemPoolSetAttribute(CUmemoryPool pool, CUmemPool_attribute attribute, void *value)
{
    CUresult result = enter_pool(pool);
    if (result != CUDA_SUCCESS)
        return result;
    bool counter = attribute > CU_MEMPOOL_ATTR_RELEASE_THRESHOLD;
    bool high = attribute == CU_MEMPOOL_ATTR_RESERVED_MEM_HIGH ||
                attribute == CU_MEMPOOL_ATTR_USED_MEM_HIGH;
    if (!value || attribute < 1 || attribute > CU_MEMPOOL_ATTR_USED_MEM_HIGH || (counter && !high))
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    uint64_t wide = 0;
    int small;
    memcpy(&small, value, sizeof small);
    if (attribute_is_int(attribute))
        wide = small != 0;
    else
        memcpy(&wide, value, sizeof wide);
    if (high && wide)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    pool->settings[attribute] = high ? pool->settings[attribute - 1] : wide;
    return api_leave(CUDA_SUCCESS);
}

CUresult cuMemPoolGetAccess(CUmemAccess_flags *flags, CUmemoryPool pool, CUmemLocation *at)
{
    CUresult result = enter_pool(pool);
    if (result != CUDA_SUCCESS)
        return result;
    bool host = at && at->type == CU_MEM_LOCATION_TYPE_HOST;
    if (!flags || !at || !location_valid(at))
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    *flags = host && pool->kind == SIM_ALLOC_DEVICE ? CU_MEM_ACCESS_FLAGS_PROT_NONE
                                                    : CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
    return api_leave(CUDA_SUCCESS);
}

/* The pool's own device always has access; there is no other. */
CUresult cuMemPoolSetAccess(CUmemoryPool pool, const CUmemAccessDesc *access, size_t count)
{
    CUresult result = enter_pool(pool);
    if (result != CUDA_SUCCESS)
        return result;
    for (size_t i = 0; access && i < count; i++)
        if (access[i].location.type != CU_MEM_LOCATION_TYPE_DEVICE || access[i].location.id != 0 ||
            access[i].flags != CU_MEM_ACCESS_FLAGS_PROT_READWRITE)
            return api_leave(CUDA_ERROR_INVALID_DEVICE);
    return api_leave(access || !count ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE);
}

static double alloc_run(Op *op)
{
    const AllocOp *self = (const AllocOp *)op;
    beside_allocated(self->address, self->size);
    return 0;
}

/* The memory is there at once; that it may not be used in another stream before this one comes here
 * is what the race checker wants to know. An idle stream is there already: many a program takes
 * memory in one and fills it by cuMemcpyHtoD(). */
static void alloc_enqueue(Stream *stream, const Allocation *made)
{
    AllocOp *op = stream->head && beside_is_wanted() ? op_new(sizeof *op, alloc_run) : NULL;
    if (!op)
        return;
    op->address = made->address;
    op->size = made->size;
    op->op.allocates = true;
    queue_add(stream, &op->op);
}

CUresult cuMemAllocFromPoolAsync(CUdeviceptr *out, size_t size, CUmemoryPool pool, CUstream handle)
{
    Stream *stream;
    CUresult result = api_enter_stream(handle, &stream);
    if (result != CUDA_SUCCESS)
        return result;
    if (!out || !handle_check(pool, HANDLE_POOL) || pool->imported)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    *out = 0;
    if (!size)
        return api_leave(CUDA_SUCCESS);
    result = capture_check(stream);
    if (result == CUDA_SUCCESS)
        result = stream->capture ? capture_alloc(stream, size, out) : capture_check_unsafe();
    if (result != CUDA_SUCCESS || *out)
        return api_leave(result);
    uint64_t used = pool->settings[CU_MEMPOOL_ATTR_USED_MEM_CURRENT];
    bool fits = !pool->limit || (size <= pool->limit && used <= pool->limit - size);
    Allocation *made =
        fits ? allocation_make(stream->context, size, ALIGNMENT, pool->kind, pool) : NULL;
    if (!made)
        return api_leave(CUDA_ERROR_OUT_OF_MEMORY);
    *out = made->address;
    alloc_enqueue(stream, made);
    return api_leave(CUDA_SUCCESS);
}

CUresult cuMemAllocAsync(CUdeviceptr *out, size_t size, CUstream handle)
{
    Stream *stream;
    CUresult result = api_enter_stream(handle, &stream);
    if (result != CUDA_SUCCESS)
        return result;
    Pool *pool = pool_chosen(SIM_ALLOC_DEVICE);
    api_leave(CUDA_SUCCESS);
    return pool ? cuMemAllocFromPoolAsync(out, size, pool, handle) : CUDA_ERROR_OUT_OF_MEMORY;
}

static double free_run(Op *op)
{
    Allocation *allocation = allocation_at(((FreeOp *)op)->address);
    if (allocation)
        allocation_free(allocation);
    return 0;
}

CUresult cuMemFreeAsync(CUdeviceptr address, CUstream handle)
{
    Stream *stream;
    CUresult result = api_enter_stream(handle, &stream);
    if (result != CUDA_SUCCESS)
        return result;
    if (!address)
        return api_leave(CUDA_SUCCESS);
    result = capture_check(stream);
    if (result == CUDA_SUCCESS)
        result = stream->capture ? capture_free(stream, address) : capture_check_unsafe();
    if (result != CUDA_SUCCESS || stream->capture)
        return api_leave(result);
    Allocation *allocation = allocation_at(address);
    bool pooled = allocation && (allocation->pool || allocation->kind == SIM_ALLOC_DEVICE);
    if (!pooled || allocation->freeing) {
        free_tell(address, "cuMemFreeAsync");
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    }
    if (allocation->graph_holders) {
        result = allocation->graph_live ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
        allocation->graph_live = false;
        return api_leave(result);
    }
    if (allocation->opened > 1) { /* other opens of it last */
        allocation->opened--;
        return api_leave(CUDA_SUCCESS);
    }
    FreeOp *op = op_new(sizeof *op, free_run);
    if (!op)
        return api_leave(CUDA_ERROR_OUT_OF_MEMORY);
    allocation_begin_free(allocation);
    allocation_freed_in(allocation, "cuMemFreeAsync");
    op->address = address;
    op->op.frees = true;
    queue_add(stream, &op->op);
    return api_leave(CUDA_SUCCESS);
}
