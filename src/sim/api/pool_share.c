/* Pools that other processes are given: by a file descriptor the pool, by data a pointer of it. */
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "sim/api/allocation.h"
#include "sim/api/forward.h"
#include "sim/api/shared_file.h"

typedef struct PointerData {
    char kind[8];
    ImportSource from;
    uint64_t size;
} PointerData;
_Static_assert(sizeof(PointerData) <= sizeof(CUmemPoolPtrExportData), "the data hold it");

static const char kind_pointer[8] = "culab:pp";

/* Files of ours are known by their name, which says where the memory lies. */
static const char *const pool_files[] = {
    [SIM_ALLOC_DEVICE] = "culab-device-pool", [SIM_ALLOC_HOST] = "culab-host-pool"};

static bool pool_take_file(Pool *pool, int file)
{
    SharedFileName told;
    if (file < 0 || !shared_file_tell(file, &told))
        return false;
    pool->file = file;
    pool->inode = told.inode;
    pool->shareable = true;
    return true;
}

bool pool_make_shareable(Pool *pool)
{
    int file = shared_file_make(pool_files[pool->kind], sim_memory_file_size(library()->memory));
    if (pool_take_file(pool, file))
        return true;
    if (file >= 0)
        close(file);
    return false;
}

static CUresult enter_pool(CUmemoryPool pool)
{
    CUresult result = api_enter();
    if (result != CUDA_SUCCESS)
        return result;
    return handle_is(pool, HANDLE_POOL) ? CUDA_SUCCESS : api_leave(CUDA_ERROR_INVALID_VALUE);
}

CUresult cuMemPoolExportToShareableHandle(void *out, CUmemoryPool pool,
                                          CUmemAllocationHandleType type, unsigned long long flags)
{
    CUresult result = enter_pool(pool);
    if (result != CUDA_SUCCESS)
        return result;
    if (!out || flags || !pool->shareable || pool->imported ||
        type != CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    int file = fcntl(pool->file, F_DUPFD_CLOEXEC, 0);
    if (file < 0)
        return api_leave(CUDA_ERROR_OPERATING_SYSTEM);
    memcpy(out, &file, sizeof file);
    forward_begin(true);
    return api_leave(CUDA_SUCCESS);
}

static CUresult pool_import(CUmemoryPool *out, int given)
{
    uint64_t size;
    bool device = shared_file_is(given, pool_files[SIM_ALLOC_DEVICE], &size);
    if (!device && !shared_file_is(given, pool_files[SIM_ALLOC_HOST], &size))
        return CUDA_ERROR_INVALID_VALUE;
    int file = fcntl(given, F_DUPFD_CLOEXEC, 0);
    Pool *pool = file >= 0 ? pool_make(device ? SIM_ALLOC_DEVICE : SIM_ALLOC_HOST) : NULL;
    if (!pool || !pool_take_file(pool, file)) {
        if (file >= 0)
            close(file);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    pool->imported = true;
    pool->location.type = device ? CU_MEM_LOCATION_TYPE_DEVICE : CU_MEM_LOCATION_TYPE_HOST;
    *out = pool;
    forward_begin(true);
    return CUDA_SUCCESS;
}

CUresult cuMemPoolImportFromShareableHandle(CUmemoryPool *out, void *handle,
                                            CUmemAllocationHandleType type,
                                            unsigned long long flags)
{
    CUresult result = api_enter();
    if (result != CUDA_SUCCESS)
        return result;
    if (!out || flags || type == CU_MEM_HANDLE_TYPE_NONE)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    if (type != CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR)
        return api_leave(CUDA_ERROR_NOT_SUPPORTED);
    return api_leave(pool_import(out, (int)(intptr_t)handle));
}

CUresult cuMemPoolExportPointer(CUmemPoolPtrExportData *out, CUdeviceptr address)
{
    CUresult result = api_enter();
    if (result != CUDA_SUCCESS)
        return result;
    const Allocation *allocation = allocation_of(address);
    const Pool *pool = allocation ? allocation->pool : NULL;
    if (!out || !pool || !pool->shareable || pool->imported || allocation->freeing)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    PointerData data = {.from = {pool->inode,
                                 sim_memory_file_offset(library()->memory, allocation->address),
                                 allocation->id},
                        .size = allocation->size};
    memcpy(data.kind, kind_pointer, sizeof data.kind);
    memset(out, 0, sizeof *out);
    memcpy(out, &data, sizeof data);
    return api_leave(CUDA_SUCCESS);
}

static CUresult pointer_import(CUdeviceptr *out, Context *context, Pool *pool,
                               const PointerData *data)
{
    uint64_t size;
    bool right = !memcmp(data->kind, kind_pointer, sizeof kind_pointer) &&
                 data->from.inode == pool->inode &&
                 shared_file_is(pool->file, pool_files[pool->kind], &size) && data->size <= size &&
                 data->from.offset <= size - data->size;
    if (!right)
        return CUDA_ERROR_INVALID_VALUE;
    Allocation *allocation = allocation_imported(context, &data->from);
    if (allocation && pool->kind == SIM_ALLOC_HOST)
        return CUDA_ERROR_ALREADY_MAPPED;
    if (!allocation)
        allocation =
            allocation_import(context, pool->kind, pool, pool->file, data->size, &data->from);
    if (!allocation)
        return CUDA_ERROR_OUT_OF_MEMORY;
    allocation->opened++;
    *out = allocation->address;
    return CUDA_SUCCESS;
}

CUresult cuMemPoolImportPointer(CUdeviceptr *out, CUmemoryPool pool, CUmemPoolPtrExportData *given)
{
    Context *context;
    CUresult result = api_enter_context(&context);
    if (result != CUDA_SUCCESS)
        return result;
    if (!out || !given || !handle_is(pool, HANDLE_POOL) || !pool->imported)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    PointerData data;
    memcpy(&data, given, sizeof data);
    return api_leave(pointer_import(out, context, pool, &data));
}
