/* Memory of cuMemAlloc that other processes are given by handles. */
#include <string.h>
#include <unistd.h>

#include "sim/api/allocation.h"
#include "sim/api/forward.h"
#include "sim/api/observers.h"
#include "sim/api/queue.h"
#include "sim/api/shared.h"

typedef struct MemoryHandle {
    char kind[8];
    SharedFileName at;
    uint64_t offset, size, id;
} MemoryHandle;
_Static_assert(sizeof(MemoryHandle) <= sizeof(CUipcMemHandle), "a handle holds it");

static const char kind_memory[8] = "culab:me";

/* The pages change their place while nothing uses them. From then on anybody may write them. */
static CUresult handle_make(CUipcMemHandle *out, CUdeviceptr address)
{
    int file = shared_memory_file();
    queue_wait_idle();
    const Allocation *allocation = allocation_of(address);
    if (!allocation || !allocation_can_be_given(allocation))
        return CUDA_ERROR_INVALID_VALUE;
    MemoryHandle handle = {.offset = sim_memory_file_offset(library()->memory, allocation->address),
                           .size = allocation->size,
                           .id = allocation->id};
    if (file < 0 || !shared_file_tell(file, &handle.at) ||
        !sim_memory_share(library()->memory, allocation->address, file))
        return CUDA_ERROR_MAP_FAILED;
    observers_host_write(allocation->address, allocation->size);
    memcpy(handle.kind, kind_memory, sizeof handle.kind);
    memset(out, 0, sizeof *out);
    memcpy(out, &handle, sizeof handle);
    forward_begin(true);
    return CUDA_SUCCESS;
}

CUresult cuIpcGetMemHandle(CUipcMemHandle *out, CUdeviceptr address)
{
    Context *context;
    CUresult result = out ? api_enter_context(&context) : api_wrong();
    return result == CUDA_SUCCESS ? api_leave(handle_make(out, address)) : result;
}

static CUresult handle_open(CUdeviceptr *out, Context *context, const MemoryHandle *handle)
{
    if (memcmp(handle->kind, kind_memory, sizeof kind_memory) != 0)
        return CUDA_ERROR_INVALID_VALUE;
    if (handle->at.process == getpid())
        return CUDA_ERROR_INVALID_CONTEXT;
    ImportSource from = {handle->at.inode, handle->offset, handle->id};
    Allocation *allocation = allocation_imported(context, &from);
    uint64_t size = 0;
    int file = allocation ? -1 : shared_file_open(&handle->at, shared_memory_name, &size);
    if (!allocation && file < 0)
        return CUDA_ERROR_INVALID_HANDLE;
    if (!allocation && handle->size <= size && handle->offset <= size - handle->size)
        allocation = allocation_import(context, SIM_ALLOC_DEVICE, NULL, file, handle->size, &from);
    if (file >= 0)
        close(file);
    if (!allocation)
        return CUDA_ERROR_MAP_FAILED;
    allocation->opened++;
    *out = allocation->address;
    forward_begin(true);
    return CUDA_SUCCESS;
}

CUresult cuIpcOpenMemHandle_v2(CUdeviceptr *out, CUipcMemHandle given, unsigned int flags)
{
    Context *context;
    CUresult result = api_enter_context(&context);
    if (result != CUDA_SUCCESS)
        return result;
    MemoryHandle handle;
    memcpy(&handle, &given, sizeof handle);
    bool wrong = !out || flags != CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS; /* it must be said */
    return api_leave(wrong ? CUDA_ERROR_INVALID_VALUE : handle_open(out, context, &handle));
}

CUresult cuIpcOpenMemHandle(CUdeviceptr *out, CUipcMemHandle handle, unsigned int flags)
{
    return cuIpcOpenMemHandle_v2(out, handle, flags);
}

/* As with cuMemFree, work that may use the memory comes first. */
CUresult cuIpcCloseMemHandle(CUdeviceptr address)
{
    Context *context;
    CUresult result = api_enter_context(&context);
    if (result != CUDA_SUCCESS)
        return result;
    Allocation *allocation = allocation_at(address);
    if (!allocation || !allocation->opened || allocation->pool)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    if (--allocation->opened)
        return api_leave(CUDA_SUCCESS);
    result = queue_run_context(allocation->context);
    queue_wait_idle();
    if (allocation_at(address) == allocation && !allocation->opened)
        allocation_free_by(allocation, "cuIpcCloseMemHandle");
    return api_leave(result);
}
