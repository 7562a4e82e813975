/* Page-locked host memory: allocated, registered, found from the device. */
#include "sim/api/allocation.h"
#include "sim/api/capture.h"
#include "sim/api/free_told.h"
#include "sim/api/host_pages.h"
#include "sim/api/queue.h"
#include "sim/api/virtual_memory.h"

enum {
    ALIGNMENT = 512,
    ALLOC_FLAGS =
        CU_MEMHOSTALLOC_PORTABLE | CU_MEMHOSTALLOC_DEVICEMAP | CU_MEMHOSTALLOC_WRITECOMBINED,
    REGISTER_FLAGS = CU_MEMHOSTREGISTER_PORTABLE | CU_MEMHOSTREGISTER_DEVICEMAP |
                     CU_MEMHOSTREGISTER_IOMEMORY | CU_MEMHOSTREGISTER_READ_ONLY,
};

/* Of the host's programs. */
static const uint64_t ADDRESSES = (uint64_t)1 << 47;

CUresult cuMemHostAlloc(void **out, size_t size, unsigned int flags)
{
    Context *context;
    CUresult result = api_enter_context(&context);
    if (result != CUDA_SUCCESS)
        return result;
    if (!out || flags & ~(unsigned)ALLOC_FLAGS)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    *out = NULL;
    result = capture_check_unsafe();
    if (result != CUDA_SUCCESS || !size)
        return api_leave(result);
    Allocation *made = allocation_make(context, size, ALIGNMENT, SIM_ALLOC_HOST, NULL);
    if (!made)
        return api_leave(CUDA_ERROR_OUT_OF_MEMORY);
    /* With unified addressing all of it is mapped for the device. */
    made->flags = flags | CU_MEMHOSTALLOC_DEVICEMAP;
    *out = (void *)(uintptr_t)made->address;
    return api_leave(CUDA_SUCCESS);
}

CUresult cuMemAllocHost_v2(void **out, size_t size)
{
    return cuMemHostAlloc(out, size, 0);
}

CUresult cuMemFreeHost(void *host)
{
    CUresult result = api_enter();
    if (result != CUDA_SUCCESS)
        return result;
    Allocation *allocation = allocation_at((uint64_t)(uintptr_t)host);
    result = allocation_check_context(allocation);
    if (result == CUDA_SUCCESS && host)
        result = capture_check_unsafe();
    if (result != CUDA_SUCCESS || !host)
        return api_leave(result);
    if (!allocation || allocation->kind != SIM_ALLOC_HOST) {
        free_tell((uint64_t)(uintptr_t)host, "cuMemFreeHost");
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    }
    result = queue_run_context(allocation->context);
    queue_wait_idle();
    if (allocation_at((uint64_t)(uintptr_t)host) == allocation)
        allocation_free_by(allocation, "cuMemFreeHost");
    return api_leave(result);
}

/* Memory that is known, but was not registered. */
static bool is_drivers(const void *host)
{
    const Allocation *allocation = allocation_of((uint64_t)(uintptr_t)host);
    bool known = allocation || sim_memory_find(library()->memory, (uint64_t)(uintptr_t)host, 1);
    return known && !(allocation && allocation->kind == SIM_ALLOC_REGISTERED);
}

CUresult cuMemHostRegister_v2(void *host, size_t size, unsigned int flags)
{
    Context *context;
    CUresult result = api_enter_context(&context);
    if (result != CUDA_SUCCESS)
        return result;
    result = capture_check_unsafe();
    if (result != CUDA_SUCCESS)
        return api_leave(result);
    /* Memory of other devices is none of the host's pages. */
    if (!host || !size || flags & ~(unsigned)REGISTER_FLAGS || flags & CU_MEMHOSTREGISTER_IOMEMORY)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    if (size > ADDRESSES || (uint64_t)(uintptr_t)host > ADDRESSES - size)
        return api_leave(CUDA_ERROR_NOT_SUPPORTED);
    bool read_only = flags & CU_MEMHOSTREGISTER_READ_ONLY;
    if (is_drivers(host) || !host_pages_allow((uint64_t)(uintptr_t)host, size, !read_only))
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    return api_leave(allocation_register(context, host, size, flags)
                         ? CUDA_SUCCESS
                         : CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED);
}

CUresult cuMemHostUnregister(void *host)
{
    CUresult result = api_enter();
    if (result != CUDA_SUCCESS)
        return result;
    Allocation *allocation = allocation_at((uint64_t)(uintptr_t)host);
    result = allocation_check_context(allocation);
    if (result == CUDA_SUCCESS)
        result = capture_check_unsafe();
    if (result != CUDA_SUCCESS)
        return api_leave(result);
    /* Nothing begins there: of addresses inside something that is known more can be said. */
    const Allocation *around = allocation_of((uint64_t)(uintptr_t)host);
    bool registered = allocation && allocation->kind == SIM_ALLOC_REGISTERED;
    if (host && !registered)
        unregister_tell((uint64_t)(uintptr_t)host);
    if (!host || (around && (around != allocation || !registered)))
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    if (!allocation)
        return api_leave(CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED);
    result = queue_run_context(allocation->context);
    queue_wait_idle();
    if (allocation_at((uint64_t)(uintptr_t)host) == allocation)
        allocation_free_by(allocation, "cuMemHostUnregister");
    return api_leave(result);
}

/* The host allocation that the pointer lies in. */
static Allocation *host_allocation(const void *host)
{
    Allocation *allocation = allocation_of((uint64_t)(uintptr_t)host);
    return allocation && allocation->kind != SIM_ALLOC_DEVICE ? allocation : NULL;
}

CUresult cuMemHostGetDevicePointer_v2(CUdeviceptr *out, void *host, unsigned int flags)
{
    Context *context;
    CUresult result = api_enter_context(&context);
    if (result != CUDA_SUCCESS)
        return result;
    const Allocation *allocation = host_allocation(host);
    const Mapping *mapping = mapping_of((uintptr_t)host);
    bool known = mapping || (allocation && allocation->kind != SIM_ALLOC_MANAGED);
    if (!out || flags || !known)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    *out = mapping ? mapping->address : (CUdeviceptr)(uintptr_t)host; /* recorded on an H200 */
    return api_leave(CUDA_SUCCESS);
}

CUresult cuMemHostGetFlags(unsigned int *flags, void *host)
{
    Context *context;
    CUresult result = flags ? api_enter_context(&context) : api_wrong();
    if (result != CUDA_SUCCESS)
        return result;
    if (mapping_of((uintptr_t)host)) { /* recorded on an H200 */
        *flags = CU_MEMHOSTALLOC_PORTABLE | CU_MEMHOSTALLOC_DEVICEMAP;
        return api_leave(CUDA_SUCCESS);
    }
    Allocation *allocation = host_allocation(host);
    if (!allocation)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    *flags = allocation->flags;
    if (allocation->kind == SIM_ALLOC_REGISTERED)
        *flags = (*flags & CU_MEMHOSTREGISTER_PORTABLE) | CU_MEMHOSTREGISTER_DEVICEMAP;
    if (allocation->kind == SIM_ALLOC_MANAGED)
        *flags = CU_MEMHOSTALLOC_DEVICEMAP; /* recorded on an H200 */
    return api_leave(CUDA_SUCCESS);
}
