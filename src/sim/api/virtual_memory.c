/* Physical memory with handles: made, told, shared with other processes, released. */
#include "sim/api/virtual_memory.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "sim/api/shared_file.h"

enum { PATTERN = 0xCB, PATTERN_LIMIT = 64 << 20 };

/* Files of ours are known by their name, which says where the memory is meant to lie. */
static const char file_of_device[] = "culab-device-memory", file_of_host[] = "culab-host-memory";

CUmemGenericAllocationHandle physical_handle(const Physical *physical)
{
    return (CUmemGenericAllocationHandle)(uintptr_t)physical;
}

Physical *physical_of(CUmemGenericAllocationHandle handle)
{
    Physical *physical = (Physical *)(uintptr_t)handle; /* NOLINT: a handle is an address */
    return handle_is(physical, HANDLE_PHYSICAL) && physical->references ? physical : NULL;
}

void physical_release(Physical *physical)
{
    if (physical->references || physical->mappings)
        return;
    if (physical->counted)
        sim_memory_give(library()->memory, physical->size);
    handle_remove(physical);
    close(physical->file);
    free(physical);
}

bool location_valid(const CUmemLocation *at)
{
    switch (at->type) {
    case CU_MEM_LOCATION_TYPE_DEVICE:
    case CU_MEM_LOCATION_TYPE_HOST_NUMA:
        return at->id == 0;
    case CU_MEM_LOCATION_TYPE_HOST:
    case CU_MEM_LOCATION_TYPE_HOST_NUMA_CURRENT:
        return true;
    default:
        return false;
    }
}

static CUresult properties_check(const CUmemAllocationProp *properties)
{
    if (!properties || properties->type != CU_MEM_ALLOCATION_TYPE_PINNED ||
        properties->win32HandleMetaData)
        return CUDA_ERROR_INVALID_VALUE;
    const CUmemLocation *at = &properties->location;
    if (at->type == CU_MEM_LOCATION_TYPE_DEVICE && at->id != 0)
        return CUDA_ERROR_INVALID_DEVICE;
    if (!location_valid(at))
        return CUDA_ERROR_INVALID_VALUE;
    if (properties->requestedHandleTypes &
        (CU_MEM_HANDLE_TYPE_WIN32 | CU_MEM_HANDLE_TYPE_WIN32_KMT))
        return CUDA_ERROR_INVALID_VALUE;
    bool file_or_none =
        !(properties->requestedHandleTypes & ~CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR);
    if (!file_or_none || properties->allocFlags.gpuDirectRDMACapable ||
        properties->allocFlags.usage)
        return CUDA_ERROR_NOT_SUPPORTED;
    return CUDA_SUCCESS;
}

CUresult cuMemGetAllocationGranularity(size_t *out, const CUmemAllocationProp *properties,
                                       CUmemAllocationGranularity_flags option)
{
    CUresult result = api_enter();
    if (result != CUDA_SUCCESS)
        return result;
    if (!out || (unsigned)option > CU_MEM_ALLOC_GRANULARITY_RECOMMENDED)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    result = properties_check(properties);
    if (result == CUDA_SUCCESS)
        *out = SIM_VIRTUAL_GRANULE;
    return api_leave(result);
}

/* A device's fresh memory holds garbage, and so does this. */
static void garbage_write(int file, uint64_t size)
{
    size_t some = size < PATTERN_LIMIT ? size : PATTERN_LIMIT;
    void *pages = mmap(NULL, some, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (pages == MAP_FAILED)
        return;
    memset(pages, PATTERN, some);
    munmap(pages, some);
}

static Physical *physical_make(int file, uint64_t size, const CUmemAllocationProp *properties)
{
    Physical *physical = calloc(1, sizeof *physical);
    if (!physical || !handle_add(physical, HANDLE_PHYSICAL)) {
        free(physical);
        return NULL;
    }
    *physical = (Physical){.id = ++library()->next_id,
                           .size = size,
                           .file = file,
                           .references = 1,
                           .properties = *properties};
    return physical;
}

static CUresult physical_create(uint64_t size, const CUmemAllocationProp *properties,
                                Physical **out)
{
    bool device = properties->location.type == CU_MEM_LOCATION_TYPE_DEVICE;
    if (device && !sim_memory_take(library()->memory, size))
        return CUDA_ERROR_OUT_OF_MEMORY;
    int file = shared_file_make(device ? file_of_device : file_of_host, size);
    if (file >= 0)
        *out = physical_make(file, size, properties);
    if (*out) {
        (*out)->counted = device;
        garbage_write(file, size);
        return CUDA_SUCCESS;
    }
    if (file >= 0)
        close(file);
    if (device)
        sim_memory_give(library()->memory, size);
    return CUDA_ERROR_OUT_OF_MEMORY;
}

CUresult cuMemCreate(CUmemGenericAllocationHandle *out, size_t size,
                     const CUmemAllocationProp *properties, unsigned long long flags)
{
    CUresult result = api_enter();
    if (result != CUDA_SUCCESS)
        return result;
    Physical *physical = NULL;
    if (!out || !size || size % SIM_VIRTUAL_GRANULE || flags)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    result = properties_check(properties);
    if (result == CUDA_SUCCESS)
        result = physical_create(size, properties, &physical);
    if (result == CUDA_SUCCESS)
        *out = physical_handle(physical);
    return api_leave(result);
}

/* Enters with a handle that is one. */
static CUresult enter_physical(CUmemGenericAllocationHandle handle, Physical **physical)
{
    CUresult result = api_enter();
    if (result != CUDA_SUCCESS)
        return result;
    *physical = physical_of(handle);
    return *physical ? CUDA_SUCCESS : api_leave(CUDA_ERROR_INVALID_VALUE);
}

CUresult cuMemRelease(CUmemGenericAllocationHandle handle)
{
    Physical *physical;
    CUresult result = enter_physical(handle, &physical);
    if (result != CUDA_SUCCESS)
        return result;
    physical->references--;
    physical_release(physical);
    return api_leave(CUDA_SUCCESS);
}

CUresult cuMemRetainAllocationHandle(CUmemGenericAllocationHandle *out, void *address)
{
    CUresult result = api_enter();
    if (result != CUDA_SUCCESS)
        return result;
    const Mapping *mapping = mapping_of((uint64_t)(uintptr_t)address);
    if (!out || !mapping)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    mapping->physical->references++;
    *out = physical_handle(mapping->physical);
    return api_leave(CUDA_SUCCESS);
}

CUresult cuMemGetAllocationPropertiesFromHandle(CUmemAllocationProp *out,
                                                CUmemGenericAllocationHandle handle)
{
    Physical *physical;
    CUresult result = enter_physical(handle, &physical);
    if (result != CUDA_SUCCESS)
        return result;
    if (!out)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    *out = physical->properties;
    return api_leave(CUDA_SUCCESS);
}

CUresult cuMemExportToShareableHandle(void *out, CUmemGenericAllocationHandle handle,
                                      CUmemAllocationHandleType type, unsigned long long flags)
{
    Physical *physical;
    CUresult result = enter_physical(handle, &physical);
    if (result != CUDA_SUCCESS)
        return result;
    if (!out || flags || type != CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR ||
        !(physical->properties.requestedHandleTypes & type))
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    int file = fcntl(physical->file, F_DUPFD_CLOEXEC, 0);
    if (file < 0)
        return api_leave(CUDA_ERROR_OPERATING_SYSTEM);
    memcpy(out, &file, sizeof file);
    return api_leave(CUDA_SUCCESS);
}

static CUresult physical_import(int given, Physical **out)
{
    uint64_t size = 0;
    bool device = shared_file_is(given, file_of_device, &size);
    if ((!device && !shared_file_is(given, file_of_host, &size)) || size % SIM_VIRTUAL_GRANULE)
        return CUDA_ERROR_INVALID_VALUE;
    CUmemAllocationProp properties = {
        .type = CU_MEM_ALLOCATION_TYPE_PINNED,
        .requestedHandleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR,
        .location = {device ? CU_MEM_LOCATION_TYPE_DEVICE : CU_MEM_LOCATION_TYPE_HOST, 0}};
    int file = fcntl(given, F_DUPFD_CLOEXEC, 0);
    if (file < 0)
        return CUDA_ERROR_OPERATING_SYSTEM;
    *out = physical_make(file, size, &properties);
    if (*out) {
        (*out)->shown = true; /* by whoever made it */
        return CUDA_SUCCESS;
    }
    close(file);
    return CUDA_ERROR_OUT_OF_MEMORY;
}

CUresult cuMemImportFromShareableHandle(CUmemGenericAllocationHandle *out, void *given,
                                        CUmemAllocationHandleType type)
{
    CUresult result = api_enter();
    if (result != CUDA_SUCCESS)
        return result;
    Physical *physical = NULL;
    if (!out)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    if (type != CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR)
        return api_leave(type == CU_MEM_HANDLE_TYPE_NONE ? CUDA_ERROR_INVALID_VALUE
                                                         : CUDA_ERROR_NOT_SUPPORTED);
    result = physical_import((int)(intptr_t)given, &physical);
    if (result == CUDA_SUCCESS)
        *out = physical_handle(physical);
    return api_leave(result);
}

/* A file descriptor that other devices' drivers could use needs a driver in the kernel. */
CUresult cuMemGetHandleForAddressRange(void *out, CUdeviceptr address, size_t size,
                                       CUmemRangeHandleType type, unsigned long long flags)
{
    Context *context;
    CUresult result = api_enter_context(&context);
    if (result != CUDA_SUCCESS)
        return result;
    bool wrong = !out || !size || flags || type != CU_MEM_RANGE_HANDLE_TYPE_DMA_BUF_FD ||
                 !sim_memory_find(library()->memory, address, size);
    return api_leave(wrong ? CUDA_ERROR_INVALID_VALUE : CUDA_ERROR_NOT_SUPPORTED);
}
